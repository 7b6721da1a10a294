import { isRead } from '../../../kernel/operation-text'
import { isOrder } from '../plan/kinds'
import type { Misfortune, Plan, Until } from '../plan/plan'
import {
  type Arrival,
  type ExchangeEvent,
  exchangeAt,
  type PlanOutcome,
  type RequestEvent,
  type TrialEvent,
} from '../run/events'
import { type DelayableArrival, delayableArrivalsIn } from './delayable-arrivals'
import { hitIn } from './reactions-alike'

/** The number of next messages that are tried as the end of one hold. */
const NEAREST = 14

/**
 * Each order holds one message until just after a later one, which must not depend on the held one. One of each kind
 * comes first, and near ones before far ones. With `since`, only orders that concern that event or later ones.
 */
export function ordersIn(outcome: PlanOutcome, since = 0): Misfortune[] {
  const { events } = outcome
  const known = delayableArrivalsIn(outcome)
  const ends = known.map((held, position) => endsOf(held, known, position, events))
  const orders: Misfortune[] = []
  for (let depth = 0; depth < NEAREST; depth += 1)
    for (const [position, some] of ends.entries()) {
      const [held, until] = [known[position], some[depth]]
      if (held && until && Math.max(held.event, until.event) >= since)
        orders.push(holdOf(held, until, events))
    }
  return oneOfEachFirst(orders)
}

/** The nearest messages just after which a held one can go on, one for each instant. */
function endsOf(
  held: DelayableArrival,
  arrivals: readonly Arrival[],
  position: number,
  events: readonly TrialEvent[],
): Arrival[] {
  const comes = comesWithout(held, events)
  const ends: Arrival[] = []
  for (let next = position + 1; next < arrivals.length && ends.length <= NEAREST; next += 1) {
    const until = arrivals[next] as Arrival
    if (until.at + 1 >= held.latest) break
    if (until.event === held.event || !isAnotherOrder(held, until, events) || !comes(until.event)) continue
    if (ends.at(-1)?.at === until.at) ends.pop()
    ends.push(until)
  }
  return ends
}

/** Tells whether anyone may notice: a request that commutes only has a later answer, which is a hold of its own. */
function isAnotherOrder(held: Arrival, until: Arrival, events: readonly TrialEvent[]): boolean {
  const [one, other] = [events[held.event], events[until.event]] as [RequestEvent, RequestEvent]
  if (held.leg === 'out') return until.leg === 'out' && !commute(one, other)
  // The program has sent it already; its answer is another arrival.
  return until.leg !== 'out' || other.sentAt >= held.at
}

/** Tells whether the service does the same with both in either order. Two new records are numbered in their order. */
function commute(one: RequestEvent, other: RequestEvent): boolean {
  if (isRead(one.on) && isRead(other.on)) return true
  const [first, second] = [one.reason?.record, other.reason?.record]
  if (!first || !second || first.type !== second.type || first.id === second.id) return false
  return one.reason?.verb !== 'create' || other.reason?.verb !== 'create'
}

/** Tells whether an event comes although that message is held: not that alone made the program send it. */
function comesWithout(held: Arrival, events: readonly TrialEvent[]): (event: number) => boolean {
  const known = new Map<number, boolean>()
  const comes = (index: number): boolean => {
    const event = events[index]
    if (event?.kind !== 'request' || event.sentAt < held.at || event.after.length === 0) return true
    const before = known.get(index)
    if (before !== undefined) return before
    const answer = event.after.some((origin) => origin !== held.event && comes(origin))
    known.set(index, answer)
    return answer
  }
  return comes
}

function holdOf(held: DelayableArrival, until: Arrival, events: readonly TrialEvent[]): Misfortune {
  const end: Until = placeAt(exchangeAt(events, until))
  const usual = held.leg === 'out' ? 'out' : 'back'
  return {
    ...placeAt(exchangeAt(events, held)),
    do: 'hold',
    leg: held.leg,
    until: until.leg === 'in' || until.leg === usual ? end : { ...end, leg: until.leg },
    ...(held.within !== undefined && { within: held.within }),
  }
}

/** Two holds that wait for each other would only wait until the program gives up. */
const holds = ({ do: kind, on, request, delivery, attempt = 1 }: Misfortune, until?: Until): boolean =>
  isOrder(kind) &&
  on === until?.on &&
  request === until.request &&
  delivery === until.delivery &&
  attempt === (until.attempt ?? 1)

function placeAt(event: ExchangeEvent): Until {
  const { on, attempt } = event
  if (event.kind === 'request') return { on, request: event.request, attempt }
  return { on, delivery: event.delivery, ...(attempt > 1 && { attempt }) }
}

/** Orders of the same operations and legs come after one of each. */
function oneOfEachFirst(orders: readonly Misfortune[]): Misfortune[] {
  const counts = new Map<string, number>()
  const ranked = orders.map((order) => {
    const kind = `${order.on} ${order.leg} ${order.until?.on} ${order.until?.leg}`
    const rank = (counts.get(kind) ?? 0) + 1
    counts.set(kind, rank)
    return { order, rank }
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ order }) => order)
}

/** After each run in turn, one more hold: those that the calm run does not offer first. */
export function* withOrders(openings: readonly PlanOutcome[], usual: readonly Misfortune[]): Iterable<Plan> {
  const calm = new Set(usual.map((order) => JSON.stringify(order)))
  const offers = openings.map((outcome) => {
    const orders = ordersIn(outcome, hitIn(outcome)).filter(
      ({ until }) => !outcome.plan.some((one) => holds(one, until)),
    )
    const isUsual = (order: Misfortune): boolean => calm.has(JSON.stringify(order))
    const plans = [...orders.filter((order) => !isUsual(order)), ...orders.filter(isUsual)]
    return plans.map((order): Plan => [...outcome.plan, order])
  })
  const most = Math.max(0, ...offers.map(({ length }) => length))
  for (let rank = 0; rank < most; rank += 1)
    for (const plans of offers) if (plans[rank]) yield plans[rank] as Plan
}
