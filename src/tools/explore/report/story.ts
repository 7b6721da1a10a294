import { getOrCreateList } from '../../../kernel/get-or-create-list'
import { isRead } from '../../../kernel/operation-text'
import { kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import {
  type ExchangeEvent,
  exchangeAt,
  type Held,
  type HitPlace,
  isExchange,
  type PlanOutcome,
  type RequestEvent,
  type TrialEvent,
} from '../run/events'
import type { AgainstCalm } from './against-calm'
import { calmLines } from './calm-story'
import { namesText } from './contrast'
import { eventPlace, fileName, namedPlace, requestPlace, requestSubject, spanOf } from './places'
import { inBrackets, reactionsTo } from './reactions'
import { madeBy, resultOf } from './results'
import { Telling } from './telling'

/** The misfortunes and what the program did then, line by line, beside the calm run. */
export function storyOf(outcome: PlanOutcome, calm: PlanOutcome): string {
  const { plan, events, complaints } = outcome
  const telling = new Telling(outcome, calm)
  const lines: string[] = []
  const hits = hitsOf(events)
  for (const { hit } of hits) telling.noteTold(hit)
  for (const [position, { at, hit, index, held }] of hits.entries()) {
    const misfortune = plan[index] as Misfortune
    const place = `${placeText(misfortune)}${hit.kind === 'request' ? inBrackets(requestSubject(hit)) : ''}`
    const same = telling.isBlindTo(hit) ? ', with the body of the calm run, as if nothing had changed' : ''
    lines.push(`  ${position + 1}. ${place}: ${descriptionOf(misfortune, hit, outcome)}${same}`)
    if (held && isExchange(hit))
      lines.push(...sequenceOf(outcome, hit, held, telling).map((text) => `     ${text}`))
    const next = hits[position + 1]
    const episode = {
      hit,
      earlier: hits
        .slice(0, position)
        .map((one) => one.hit)
        .reverse(),
      // Requests that were under way already may have ended otherwise.
      following: events.slice(position === 0 ? 0 : at + 1, next?.at),
      next: next?.hit,
      rest: events.slice(at + 1),
    }
    lines.push(...reactionsTo(episode, telling).map((text) => `     You: ${text}`))
  }
  if (plan.length === 0) lines.push(...calmLines(outcome, telling))
  else if (lines.length === 0)
    lines.push(
      '  None of the misfortunes happened: the program did not send these requests, or they could not happen there.',
    )
  else lines.push(...missingLines(telling.against, outcome, calm).map((text) => `  ${text}`))
  return [...complaints.map((complaint) => `x ${complaint}`), ...lines].join('\n')
}

export interface HitEvent {
  readonly at: number
  readonly hit: HitPlace
  /** The place of the misfortune in the plan. */
  readonly index: number
  readonly held?: Held
}

/** The misfortunes in the order in which they happened. */
export const hitsOf = (events: readonly TrialEvent[]): HitEvent[] =>
  events.flatMap((event, at): HitEvent[] => {
    if (event.kind === 'program') return []
    const holds = event.held ?? []
    return [
      ...(event.misfortune === undefined ? [] : [{ at, hit: event, index: event.misfortune }]),
      ...holds.map((held) => ({ at, hit: event, index: held.index, held })),
    ]
  })

/** 'POST /public/v1/invoices/ #1, try 2' */
export const placeText = ({ on, request, attempt = 1, delivery, write, last }: Misfortune): string =>
  request === undefined
    ? `${on} #${delivery ?? write}`
    : `${on} #${request}, try ${attempt}${last ? ', which arrived after those sent with it' : ''}`

export function descriptionOf(
  misfortune: Misfortune,
  event: HitPlace,
  { isReal, events }: Pick<PlanOutcome, 'isReal' | 'events'>,
): string {
  const { isAnsweredAsUsual, isCarriedOut, briefDescription, waits, ...kind } = kindOf(misfortune.do)
  const usual = (isReal && briefDescription) || kind.description
  const description =
    lateIn(misfortune, event, events) ??
    (waits && event.kind === 'request'
      ? `${usual} of ${spanOf((event.timeoutAt ?? 0) - event.sentAt)}`
      : usual)
  if (event.kind !== 'request' || misfortune.until) return description
  const { interference } = event
  const before = interference === undefined ? description : `just before, somebody else ${interference}`
  // The misfortune is not the answer, so the service has given one of its own.
  if (isAnsweredAsUsual) return event.status === null ? before : `${before} -> ${resultOf(event)}`
  const made = madeBy(event)
  if (isCarriedOut) return `carried out${made === undefined ? '' : ` (${made})`}, ${description}`
  return made === undefined ? before : `${description}; ${made}`
}

/** The way of a delivery takes so long, beside the time that its kind is described with. */
const ON_ITS_WAY = 60_000

/** Says how late a delivery came, since the service decides when it tries again. Undefined if the kind says it. */
function lateIn(
  { do: kind }: Misfortune,
  event: HitPlace,
  events: readonly TrialEvent[],
): string | undefined {
  const said = kindOf(kind).reception?.refusedFor
  if (said === undefined || event.kind !== 'delivery') return undefined
  const came = events.find(
    (one) =>
      one.kind === 'delivery' && one.on === event.on && one.delivery === event.delivery && !one.isRefused,
  )
  const late = came === undefined ? 0 : came.at - event.at
  return late < said + ON_ITS_WAY ? undefined : `came ${spanOf(late)} late, after newer ones`
}

/** Messages that are named of those that overtook a held one: the first and the last. */
const NAMED = 4

const HOLDS = { out: 'held on its way', back: 'its answer was held', in: 'held on its way' }

/** The order of the messages around a held one, line by line, with the time since it was sent. */
function sequenceOf(
  { events, arrivals, plan }: PlanOutcome,
  hit: ExchangeEvent,
  held: Held,
  telling: Telling,
): string[] {
  const begin = hit.kind === 'request' ? hit.sentAt : hit.at
  const { leg, from, until, index, hasCome } = held
  const last = plan[index]?.until?.leg ?? (leg === 'out' ? 'out' : 'back')
  const isSeen = (other: string): boolean => other === last || (leg !== 'out' && other !== 'out')
  const overtaking = arrivals.filter(({ event, leg: other, at }) => {
    const isMeanwhile = at >= from && at < until
    return isMeanwhile && events[event] !== hit && isSeen(other)
  })
  const lines = overtaking.map((end): [number, string] => {
    const { leg: other, at } = end
    const exchange = exchangeAt(events, end)
    const result = other === 'out' ? '' : ` -> ${resultOf(exchange)}`
    if (other !== 'out') telling.noteTold(exchange)
    const name = exchange.kind === 'request' ? namedPlace(exchange) : eventPlace(exchange)
    return [at, `overtaken by ${name}${result}`]
  })
  const left = lines.length - NAMED
  const named = left > 1 ? [...lines.slice(0, NAMED - 1), moreOf(left, lines), ...lines.slice(-1)] : lines
  const told: readonly [number, string][] = [
    [begin, 'sent'],
    [from, HOLDS[leg]],
    ...named,
    [until, `${hasCome ? 'arrived' : 'held no longer, arrived'} -> ${resultOf(hit)}`],
  ]
  return told.map(([at, text]) => `${spanOf(at - begin).padEnd(6)} ${text}`)
}

const moreOf = (count: number, lines: readonly [number, string][]): [number, string] => [
  lines[NAMED - 1]?.[0] ?? 0,
  `overtaken by ${count} more`,
]

/** Says what the program sent in the calm run, and did not send here: writes, or else its first read, or its files. */
function missingLines(against: AgainstCalm, outcome: PlanOutcome, calm: PlanOutcome): string[] {
  const requests = against.missing.filter((event) => event.kind === 'request')
  const writes = requests.filter(({ on }) => !isRead(on))
  const [read] = requests
  if (writes.length > 0) return [...byOperation(writes)].map(sentText)
  if (read) return [`Only in the calm run: ${namedPlace(read)} -> ${resultOf(read)}`]
  const files = Object.keys(calm.writes).flatMap((on) => {
    const [count = 0, here = 0] = [calm.writes[on], outcome.writes[on]]
    return count === here ? [] : [`${fileName(on)} ${timesOf(count)}, here ${timesOf(here)}`]
  })
  if (files.length > 0) return [`In the calm run you wrote ${files.join('; ')}.`]
  // The story of a hold has the order.
  const isHeld = outcome.plan.some(({ until }) => until !== undefined)
  const [one, other] = (isHeld ? [] : (against.swapped ?? [])).map(endText)
  return other === undefined ? [] : [`In the calm run ${one} came before ${other}; here it came after it.`]
}

/** 'the answer of GET /public/v1/invoices/ #1 (R-1)' or 'the write of the file done A' */
const endText = (event: HitPlace): string =>
  event.kind === 'request' ? `the answer of ${requestPlace(event)}` : `the write of ${fileName(event.on)}`

const timesOf = (count: number): string => (count === 1 ? 'once' : count === 0 ? 'never' : `${count} times`)

function byOperation(events: readonly RequestEvent[]): Map<string, RequestEvent[]> {
  const known = new Map<string, RequestEvent[]>()
  for (const event of events) getOrCreateList(known, event.on).push(event)
  return known
}

function sentText([on, events]: [string, RequestEvent[]]): string {
  const [only] = events as [RequestEvent]
  if (events.length === 1) return `Only in the calm run: ${namedPlace(only)} -> ${resultOf(only)}`
  const subjects = [...new Set(events.map((event) => requestSubject(event) ?? `#${event.request}`))]
  return `Only in the calm run: ${on} ${events.length} times more (${namesText(subjects)})`
}
