import type { SimulatorOptions } from 'accounting-simulator'
import { messageOf } from '../../worlds/options/message-templates'
import type { Call } from './call'
import { COLLECTIONS } from './collections'
import type { Difference } from './difference'
import { isMembers } from './read-exchange'
import type { Outcome } from './run'

/** The options that set answers of the user's own (docs/service.md §17). */
export type Own = Pick<SimulatorOptions, 'answers' | 'rateLimits'>

type Rate = { readonly burst: number; readonly refillPerSecond: number }

/** One thing that such an option can set. */
export type Candidate =
  | { readonly template: string; readonly text: string }
  | { readonly records: string; readonly member: string; readonly value: unknown }
  | { readonly route: string | undefined; readonly rate: Rate }

/** What would make an answer as the service gave it. */
export function candidatesFor({ call, differences }: Outcome, calls: readonly Call[]): Candidate[] {
  return differences.flatMap((difference) => [
    ...textsFor(difference),
    ...memberFor(call, difference),
    ...ratesFor(call, difference, calls),
  ])
}

export function withCandidate({ answers = {}, rateLimits }: Own, candidate: Candidate): Own {
  const own = {
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(rateLimits !== undefined && { rateLimits }),
  }
  if ('template' in candidate)
    return {
      ...own,
      answers: { ...answers, texts: { ...answers.texts, [candidate.template]: candidate.text } },
    }
  if ('records' in candidate) {
    const { records, member, value } = candidate
    const known = answers.members?.[records]
    return {
      ...own,
      answers: { ...answers, members: { ...answers.members, [records]: { ...known, [member]: value } } },
    }
  }
  const limits = rateLimits === false ? {} : (rateLimits ?? {})
  const { route, rate } = candidate
  if (route === undefined) return { ...own, rateLimits: { ...limits, endpoint: rate } }
  return { ...own, rateLimits: { ...limits, routes: { ...limits.routes, [route]: rate } } }
}

/** Texts of the service for messages of the simulator. */
function textsFor({ where, recorded, simulated }: Difference): Candidate[] {
  if (!where.startsWith('errors')) return []
  const pairs =
    isMembers(recorded) && isMembers(simulated)
      ? Object.keys(recorded).map((name) => [recorded[name], simulated[name]] as const)
      : [[recorded, simulated] as const]
  return pairs.flatMap(([ours, theirs]) =>
    Array.isArray(ours) && Array.isArray(theirs)
      ? ours.flatMap((text, at) =>
          typeof text === 'string' && typeof theirs[at] === 'string' ? textFor(text, theirs[at]) : [],
        )
      : [],
  )
}

function textFor(recorded: string, simulated: string): Candidate[] {
  const message = messageOf(simulated)
  if (message === undefined || recorded === simulated) return []
  const { prefix, words } = message.said
  let text = recorded.startsWith(prefix) ? recorded.slice(prefix.length) : recorded
  for (const [name, word] of [...words].sort(([, a], [, b]) => b.length - a.length)) {
    if (word === '') continue
    if (text.includes(word)) text = text.replaceAll(word, `<${name}>`)
    // The identifiers of the service are others.
    else if (/^\d+$/.test(word) && text.match(/\d+/g)?.length === 1) text = text.replace(/\d+/, `<${name}>`)
  }
  return [{ template: message.template, text }]
}

/** A member that only the service shows. */
function memberFor(call: Call, { kind, where, recorded }: Difference): Candidate[] {
  const records = COLLECTIONS.get(call.collection)?.records
  const isList = call.method === 'GET' && call.identifier === undefined
  const [, member] = (isList ? /^items\[\]\.([^.[\]]+)$/ : /^([^.[\]]+)$/).exec(where) ?? []
  if (kind !== 'missing' || records === undefined || member === undefined || member === 'items') return []
  return [{ records, member, value: recorded }]
}

/** A bucket of the service's size: for all operations if most show it, else for this one. */
function ratesFor(call: Call, { where, recorded }: Difference, calls: readonly Call[]): Candidate[] {
  if (where !== 'header x-ratelimit-limit') return []
  const burst = Number(recorded)
  const sizes = new Map<string, string>()
  for (const one of calls) {
    const size = one.answer.headers.get('x-ratelimit-limit')
    if (size !== undefined) sizes.set(routeOf(one), size)
  }
  const isCommon = [...sizes.values()].filter((size) => Number(size) === burst).length > sizes.size / 2
  const rate = { burst, refillPerSecond: refillOf(calls, burst) }
  return [{ route: isCommon ? undefined : routeOf(call), rate }]
}

const routeOf = ({ method, pathname, identifier }: Call): string =>
  `${method} ${identifier === undefined ? pathname : pathname.replace(`/${identifier}`, '/{}')}`

/** By the emptiest bucket of this size: how many tokens come back until it is full. One per second where none tells. */
function refillOf(calls: readonly Call[], burst: number): number {
  const told = calls.flatMap(({ at, answer: { headers } }) => {
    if (Number(headers.get('x-ratelimit-limit')) !== burst) return []
    const missing = burst - Number(headers.get('x-ratelimit-remaining'))
    const seconds = Number(headers.get('x-ratelimit-reset')) - at / 1000
    return missing > 0 && seconds > 0 ? [{ missing, seconds }] : []
  })
  const [emptiest] = told.sort((a, b) => b.missing - a.missing)
  if (emptiest === undefined) return 1
  const perSecond = emptiest.missing / emptiest.seconds
  return perSecond >= 0.75 ? Math.max(1, Math.round(perSecond)) : 1 / Math.round(1 / perSecond)
}
