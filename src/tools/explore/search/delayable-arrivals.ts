import type { Misfortune, Plan } from '../plan/plan'
import { type Arrival, exchangeAt, type PlanOutcome, type ProgramTimer } from '../run/events'

/** With the milliseconds that a time-out of the program leaves it, if there is one. */
export type DelayableArrival = Arrival & { readonly within?: number }

/**
 * Until when nothing happens that would not happen anyway but for the order: what a time-out of the program leaves in
 * the calm run. A timer after which the program sent something was a pause.
 */
function patienceOf(
  { leg, at, latest, timers }: Arrival,
  sentAt: number,
  isPause: (timer: ProgramTimer) => boolean,
) {
  const way = leg === 'out' ? at - sentAt : 0
  const limits = timers.map((timer) => {
    const { due, hasFired, clearedAt } = timer
    if (clearedAt !== undefined) return clearedAt < at ? latest : at + due - clearedAt - 1
    return hasFired && (timer.at !== sentAt || isPause(timer)) ? latest : due - way - 1
  })
  return Math.min(latest, ...limits)
}

/** If more timers fired at an instant than the program sent requests, some of them may be time-outs. */
function pausesIn({ events, arrivals }: PlanOutcome): (timer: ProgramTimer) => boolean {
  const fired = new Map<number, Set<number>>()
  for (const { at, due } of arrivals.flatMap(({ timers }) => timers))
    fired.set(due, (fired.get(due) ?? new Set()).add(at))
  const sent = new Map<number, number>()
  for (const event of events)
    if (event.kind === 'request') sent.set(event.sentAt, (sent.get(event.sentAt) ?? 0) + 1)
  return ({ due }) => (fired.get(due)?.size ?? 0) <= (sent.get(due) ?? 0)
}

/** Messages that could have been held before the calm round, with the longest hold. */
export function delayableArrivalsIn(outcome: PlanOutcome): DelayableArrival[] {
  const { events, arrivals, calmAt } = outcome
  const isPause = pausesIn(outcome)
  return arrivals
    .filter(({ event }) => event < calmAt)
    .map((arrival) => {
      const event = exchangeAt(events, arrival)
      const sentAt = event.kind === 'request' ? event.sentAt : event.at
      const latest = patienceOf(arrival, sentAt, isPause)
      return { ...arrival, latest, ...(latest < arrival.latest && { within: latest - sentAt }) }
    })
}

/**
 * The plan with holds that end before a time-out of the program, as the plan without them shows it: those that do not
 * say how long they take, or with `isForAll` all of them.
 */
export async function bounded(
  plan: Plan,
  play: (plan: Plan) => Promise<PlanOutcome>,
  isForAll = false,
): Promise<Plan> {
  const isMeant = ({ until, within }: Misfortune): boolean =>
    until !== undefined && (isForAll || within === undefined)
  if (!plan.some(isMeant)) return plan
  const outcome = await play(plan.filter(({ until }) => until === undefined))
  const known = delayableArrivalsIn(outcome)
  return plan.map((misfortune) => {
    const arrival = known.find((one) => isHeldBy(misfortune, one, outcome))
    if (!isMeant(misfortune) || arrival?.within === undefined) return misfortune
    return { ...misfortune, within: Math.min(arrival.within, misfortune.within ?? Number.POSITIVE_INFINITY) }
  })
}

function isHeldBy(misfortune: Misfortune, arrival: Arrival, { events }: PlanOutcome): boolean {
  const { on, leg, request, delivery, attempt = 1 } = misfortune
  const event = exchangeAt(events, arrival)
  const number = event.kind === 'request' ? event.request : event.delivery
  return (
    on === event.on && leg === arrival.leg && (request ?? delivery) === number && attempt === event.attempt
  )
}
