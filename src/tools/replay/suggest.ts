import {
  type AnswerOptions,
  type AssumptionOverrides,
  isOptionError,
  type SimulatorOptions,
} from 'accounting-simulator'
import { isObject } from '../../kernel/is-object'
import { matchMessage } from '../../worlds/options/message-templates'
import { type Call, callRoute, isSuccess } from './call'
import { COLLECTIONS } from './collections'
import type { Difference } from './difference'
import { playAll, type ReplayOutcome, type Run } from './replay-run'
import { Replayer } from './replayer'
import { LIMITS_DIFFER } from './search'
import type { Session } from './session'

/** Options for what no assumption explains. */
export interface Suggestion {
  readonly own: Own
  /** The differences that remain with them. */
  readonly left: readonly Difference[]
}

/** Each takes a replay. */
const MOST_CANDIDATES = 60

/**
 * Tries other texts, forms, statuses, members and bucket sizes for the differences that are left. Whatever brings the
 * answers nearer to the recording is kept.
 */
export async function suggest(
  session: Session,
  best: Run,
  assumptions: AssumptionOverrides,
): Promise<Suggestion> {
  const { calls, options } = session
  let state = stateOf(pick(options), best)
  const tried = new Set<string>()
  while (tried.size < MOST_CANDIDATES) {
    const candidate = candidatesFor(state.run.outcomes, calls).find((one) => !tried.has(JSON.stringify(one)))
    if (candidate === undefined) break
    tried.add(JSON.stringify(candidate))
    const own = withCandidate(state.own, candidate)
    const run = await replayWith({ ...session, options: { ...options, ...own } }, assumptions)
    const next = run && stateOf(own, run)
    if (next && isNearer(next, state)) state = next
  }
  return { own: state.own, left: state.left }
}

interface State extends Suggestion {
  readonly run: Run
  readonly cost: number
}

function stateOf(own: Own, run: Run): State {
  const { outcomes } = run
  const sum = outcomes.reduce((total, { cost }) => total + cost, 0)
  const cost = sum + (outcomes.every(({ agreesOnLimits }) => agreesOnLimits) ? 0 : LIMITS_DIFFER)
  return { own, run, cost, left: outcomes.flatMap(({ differences }) => differences) }
}

/** The cost of an answer has a bound, so the number of differences decides where several habits exceed it. */
const isNearer = (one: State, other: State): boolean =>
  one.cost < other.cost || (one.cost === other.cost && one.left.length < other.left.length)

const pick = ({ answers, rateLimits }: SimulatorOptions): Own => ({
  ...(answers && { answers }),
  ...(rateLimits !== undefined && { rateLimits }),
})

/** Undefined for options that the simulator refuses. */
async function replayWith(session: Session, assumptions: AssumptionOverrides): Promise<Run | undefined> {
  try {
    const player = await Replayer.begin(session, assumptions)
    return { outcomes: await playAll(player, session.calls), isWhole: player.isWhole }
  } catch (error) {
    if (isOptionError(error)) return undefined
    throw error
  }
}

/** The options that set answers of the user's own (§17). */
type Own = Pick<SimulatorOptions, 'answers' | 'rateLimits'>

/** One thing that such an option can set. */
type Candidate =
  | { readonly template: string; readonly text: string }
  | { readonly records: string; readonly member: string; readonly value: unknown }
  | { readonly absent: 'nulls' }
  | { readonly records: string; readonly absent: string }
  | { readonly decimals: 'amounts' | 'rates'; readonly form: NonNullable<AnswerOptions['amounts']> }
  | { readonly route: string; readonly status: number }
  | {
      readonly route: string | undefined
      readonly rate: { readonly burst: number; readonly refillPerSecond: number }
    }

/**
 * Options that would make answers as the service gave them: habits, which explain much at once, before single members.
 */
function candidatesFor(outcomes: readonly ReplayOutcome[], calls: readonly Call[]): Candidate[] {
  const each = (find: (call: Call, difference: Difference) => Candidate[]): Candidate[] =>
    outcomes.flatMap(({ call, differences }) => differences.flatMap((one) => find(call, one)))
  return [
    ...each(statusFor),
    ...each((_, difference) => formsFor(difference)),
    ...each((_, difference) => (isLeftOutNull(difference) ? [{ absent: 'nulls' }] : [])),
    ...each((call, difference) => [
      ...textsFor(difference),
      ...memberFor(call, difference),
      ...ratesFor(call, difference, calls),
    ]),
  ]
}

function withCandidate({ answers = {}, rateLimits }: Own, candidate: Candidate): Own {
  const own = {
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(rateLimits !== undefined && { rateLimits }),
  }
  const withAnswers = (more: AnswerOptions): Own => ({ ...own, answers: { ...answers, ...more } })
  if ('template' in candidate)
    return withAnswers({ texts: { ...answers.texts, [candidate.template]: candidate.text } })
  if ('decimals' in candidate) return withAnswers({ [candidate.decimals]: candidate.form })
  if ('status' in candidate)
    return withAnswers({ statuses: { ...answers.statuses, [candidate.route]: candidate.status } })
  const { absent } = answers
  if ('value' in candidate) {
    const { records, member, value } = candidate
    const known = answers.members?.[records]
    return withAnswers({ members: { ...answers.members, [records]: { ...known, [member]: value } } })
  }
  if ('records' in candidate) {
    const { records, absent: path } = candidate
    const known = absent?.members?.[records] ?? []
    return withAnswers({
      absent: { ...absent, members: { ...absent?.members, [records]: [...known, path] } },
    })
  }
  if ('absent' in candidate) return withAnswers({ absent: { ...absent, nulls: true } })
  const limits = rateLimits === false ? {} : (rateLimits ?? {})
  const { route, rate } = candidate
  if (route === undefined) return { ...own, rateLimits: { ...limits, endpoint: rate } }
  return { ...own, rateLimits: { ...limits, routes: { ...limits.routes, [route]: rate } } }
}

/** Texts of the service for messages of the simulator. */
function textsFor({ where, recorded, simulated }: Difference): Candidate[] {
  if (!where.startsWith('errors')) return []
  const pairs =
    isObject(recorded) && isObject(simulated)
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
  const message = matchMessage(simulated)
  if (message === undefined || recorded === simulated) return []
  const { prefix, placeholders } = message.parts
  let text = recorded.startsWith(prefix) ? recorded.slice(prefix.length) : recorded
  for (const [name, value] of [...placeholders].sort(([, a], [, b]) => b.length - a.length)) {
    if (value === '') continue
    if (text.includes(value)) text = text.replaceAll(value, `<${name}>`)
    // The identifiers of the service are others.
    else if (/^\d+$/.test(value) && text.match(/\d+/g)?.length === 1) text = text.replace(/\d+/, `<${name}>`)
  }
  return [{ template: message.template, text }]
}

const statusFor = (call: Call, { kind, recorded, simulated }: Difference): Candidate[] =>
  kind === 'status' && isSuccess(Number(recorded)) && isSuccess(Number(simulated))
    ? [{ route: callRoute(call), status: Number(recorded) }]
    : []

/** The same decimal in another form. Which of the two kinds it is, the replay shows. */
export function formsFor({ where, recorded, simulated }: Difference): Candidate[] {
  const isDecimal = (value: unknown): boolean => /^-?\d+(\.\d+)?$/.test(String(value))
  if (where.startsWith('header') || typeof simulated !== 'string' || !isDecimal(simulated)) return []
  if (!isDecimal(recorded) || Number(recorded) !== Number(simulated)) return []
  const [, places = ''] = String(recorded).split('.')
  // Only zeros at the end show how many places there are at least.
  const form = typeof recorded === 'number' ? 'number' : places.endsWith('0') ? places.length : 0
  return [
    { decimals: 'amounts', form },
    { decimals: 'rates', form },
  ]
}

const isLeftOutNull = ({ kind, where, simulated }: Difference): boolean =>
  kind === 'extra' && simulated === null && !where.startsWith('header')

/** A member that only the service shows, or only the simulator. */
function memberFor(call: Call, { kind, where, recorded }: Difference): Candidate[] {
  const records = COLLECTIONS.get(call.collection)?.records
  const isList = call.method === 'GET' && call.identifier === undefined
  const [, path] = (isList ? /^items\[\]\.(.+)$/ : /^(.+)$/).exec(where) ?? []
  if (records === undefined || path === undefined || where.startsWith('header')) return []
  if (kind === 'extra') return [{ records, absent: path.replaceAll('[]', '') }]
  if (kind !== 'missing' || /[.[]/.test(path) || path === 'items') return []
  return [{ records, member: path, value: recorded }]
}

/** A bucket of the service's size: for all operations if most show it, else for this one. */
function ratesFor(call: Call, { where, recorded }: Difference, calls: readonly Call[]): Candidate[] {
  if (where !== 'header x-ratelimit-limit') return []
  const burst = Number(recorded)
  const sizes = new Map<string, string>()
  for (const one of calls) {
    const size = one.answer.headers.get('x-ratelimit-limit')
    if (size !== undefined) sizes.set(callRoute(one), size)
  }
  const isCommon = [...sizes.values()].filter((size) => Number(size) === burst).length > sizes.size / 2
  const rate = { burst, refillPerSecond: refillOf(calls, burst) }
  return [{ route: isCommon ? undefined : callRoute(call), rate }]
}

/** By the emptiest bucket of this size: how many tokens come back until it is full. One per second where none tells. */
function refillOf(calls: readonly Call[], burst: number): number {
  const found = calls.flatMap(({ at, answer: { headers } }) => {
    if (Number(headers.get('x-ratelimit-limit')) !== burst) return []
    const missing = burst - Number(headers.get('x-ratelimit-remaining'))
    const seconds = Number(headers.get('x-ratelimit-reset')) - at / 1000
    return missing > 0 && seconds > 0 ? [{ missing, seconds }] : []
  })
  const [emptiest] = found.sort((a, b) => b.missing - a.missing)
  if (emptiest === undefined) return 1
  const perSecond = emptiest.missing / emptiest.seconds
  return perSecond >= 0.75 ? Math.max(1, Math.round(perSecond)) : 1 / Math.round(1 / perSecond)
}
