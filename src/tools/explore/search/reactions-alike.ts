import type { KindName } from '../plan/kinds'
import {
  type ExchangeEvent,
  exchangeAt,
  type HitPlace,
  isExchange,
  type PlanOutcome,
  type TrialEvent,
  type WriteEvent,
} from '../run/events'

/** Tells whether the misfortune or hold with that index of the plan happened to it. */
const isHitBy = ({ misfortune, held }: HitPlace, index: number): boolean =>
  misfortune === index || held?.some((one) => one.index === index) === true

/** The place of the first misfortune of the plan. */
export const hitIn = ({ events }: PlanOutcome): number =>
  events.findIndex((event) => event.kind !== 'program' && isHitBy(event, 0))

/** 'POST /public/v1/invoices/ 1.2', or 'DELIVERY core.invoice/created 1' */
export const eventKey = (event: HitPlace): string =>
  event.kind === 'write'
    ? `${event.on} ${event.write}`
    : `${event.on} ${event.kind === 'request' ? event.request : event.delivery}.${event.attempt}`

/** The acts of the program from there on, and their times: equal texts are equal reactions. */
function reactionFrom({ events, isReal }: PlanOutcome, isHit: (event: HitPlace) => boolean): string {
  const at = events.findIndex((event) => event.kind !== 'program' && isHit(event))
  const begin = events[at]?.at ?? 0
  return JSON.stringify(
    events
      .slice(at + 1)
      .filter(({ kind }) => kind !== 'write')
      .map((event) => [
        isReal ? 0 : event.at - begin,
        ...(isExchange(event) ? [eventKey(event), event.status] : [event.kind]),
      ]),
  )
}

/** The kinds to which each operation reacts in its own way. One that changes nothing at once may do so elsewhere. */
export function unlikeKinds(
  calm: PlanOutcome,
  singles: readonly PlanOutcome[],
): ReadonlyMap<string, Set<KindName>> {
  const known = new Map<string, Set<string>>()
  const kinds = new Map<string, Set<KindName>>()
  for (const outcome of singles) {
    const hit = outcome.events.find((event) => event.kind !== 'program' && event.misfortune === 0)
    const [misfortune] = outcome.plan
    if (!hit || hit.kind === 'program' || !misfortune) continue
    const { on, do: kind } = misfortune
    const reaction = reactionFrom(outcome, (exchange) => exchange === hit)
    const isSilent = reaction === reactionFrom(calm, (exchange) => eventKey(exchange) === eventKey(hit))
    const reactions = known.get(on) ?? new Set<string>()
    if (isSilent || !reactions.has(reaction)) kinds.set(on, (kinds.get(on) ?? new Set()).add(kind))
    known.set(on, reactions.add(reaction))
  }
  return kinds
}

/** The singles that made the program do something that neither the calm run nor an earlier one of them shows. */
export function openingsOf(calm: PlanOutcome, singles: readonly PlanOutcome[]): PlanOutcome[] {
  const seen = new Set(edgesOf(calm))
  return singles.filter((outcome) => {
    const fresh = edgesOf(outcome).filter((edge) => !seen.has(edge))
    for (const edge of fresh) seen.add(edge)
    return fresh.length > 0
  })
}

/** From one exchange and its answer to the next, and to the writes. Numbers do not count, further tries do. */
export function edgesOf({ events, arrivals }: PlanOutcome): string[] {
  const names = arrivals.filter(({ leg }) => leg !== 'out').map((end) => answerOf(exchangeAt(events, end)))
  return [...names.map((name, at) => `${names[at - 1] ?? ''} > ${name}`), ...stepsToWrites(events).values()]
}

const answerOf = ({ on, attempt, status }: ExchangeEvent): string =>
  `${on}${attempt > 1 ? ' again' : ''} ${status}`

/** 'POST /public/v1/invoices/ 503 > WRITE failed', or from the write before if the same answer has caused both. */
export function stepsToWrites(events: readonly TrialEvent[]): ReadonlyMap<TrialEvent, string> {
  const steps = new Map<TrialEvent, string>()
  let before: WriteEvent | undefined
  for (const event of events) {
    if (event.kind !== 'write') continue
    const { after, on } = event
    const cause = events[after.at(-1) ?? -1]
    const isNext = before?.after.at(-1) === after.at(-1)
    const from = before && isNext ? before.on : cause && isExchange(cause) ? answerOf(cause) : ''
    steps.set(event, `${from} > ${on}`)
    before = event
  }
  return steps
}
