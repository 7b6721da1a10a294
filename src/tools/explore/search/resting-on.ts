import type { AssumptionOverrides, Simulator } from '../../../index'
import { areAlike } from '../../../kernel/are-alike'
import type { Plan } from '../plan/plan'
import { isExchange, type PlanOutcome, type TrialEvent } from '../run/events'

const FLIPS_AT_MOST = 20
/** Requests and deliveries of all flips together: a program that asks for ever takes long each time. */
const EVENTS_AT_MOST = 2500

/** Sections of docs/service.md on limits, errors, lists, idempotency and webhooks: what misfortunes play with. */
const PROTOCOL = /^(6|7|8|9|10|14)(\.|$)/

/**
 * The assumptions that a failure rests on: if the service answered the open question otherwise, the program would
 * survive the plan. Those with a closed list of answers are tried out. An answer with which even the calm run goes
 * otherwise says nothing: a service that refuses everything has no duplicates.
 */
export async function restingOn(
  failed: PlanOutcome,
  calm: PlanOutcome,
  { assumptions }: Pick<Simulator, 'assumptions'>,
  play: (plan: Plan, otherwise: AssumptionOverrides) => Promise<PlanOutcome>,
): Promise<string[]> {
  const suspects = suspectsOf(failed)
  const found = new Set<string>()
  let flips = 0
  let events = 0
  for (const { id, section, value, alternatives } of assumptions.register()) {
    if (!suspects.has(id) || !PROTOCOL.test(section)) continue
    for (const other of alternatives) {
      if (areAlike(other, value) || found.has(id) || flips >= FLIPS_AT_MOST || events > EVENTS_AT_MOST)
        continue
      flips += 1
      const answer: AssumptionOverrides = { [id]: other }
      const outcome = await play(failed.plan, answer)
      events += outcome.events.length
      if (outcome.complaints.length > 0 || outcome.met.length < failed.met.length) continue
      if (areAlike(statusesOf(await play([], answer)), statusesOf(calm))) found.add(id)
    }
  }
  return [...found].sort()
}

/** The assumptions behind the requests of the operations that the plan hits; of deliveries, their rules. */
function suspectsOf({ events, assumptions }: PlanOutcome): Set<string> {
  const hit = events.filter(
    (event) => event.kind !== 'program' && (event.misfortune !== undefined || event.held !== undefined),
  )
  const operations = new Set(hit.map((event) => (event as { readonly on: string }).on))
  const isConcerned = (event: TrialEvent): boolean => event.kind === 'request' && operations.has(event.on)
  const hasDelivery = hit.some(({ kind }) => kind === 'delivery')
  return new Set([
    ...events.filter(isConcerned).flatMap((event) => (event.kind === 'request' ? event.assumptions : [])),
    ...(hasDelivery ? assumptions.filter((id) => id.startsWith('webhook-')) : []),
  ])
}

const statusesOf = ({ events }: PlanOutcome) =>
  events
    .filter(({ kind }) => kind !== 'write')
    .map((event) => (isExchange(event) ? [event.on, event.status] : { ...event, at: 0 }))
