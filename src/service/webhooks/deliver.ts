import type { Scope, World } from '../../engine/model/context'
import { numberOf } from '../../engine/model/row'
import type { Send } from '../../engine/model/timer-kind'
import type { EventLog } from '../../events/timeline/event-log'
import type { DeliveryEnd } from '../../events/timeline/timeline-entry'
import type { Reception } from '../../events/traffic/outcome'
import { truncated } from '../../events/traffic/plain-request'
import type { HostTime } from '../../host-time/host-time'
import type { Timer } from '../../kernel/clock'
import { addDuration, parseDuration } from '../../kernel/duration'
import type { Cause } from '../../kernel/history'
import { formatInstant, parseInstant } from '../../kernel/instant'
import type { Damage } from '../http/faults/fault-kind'
import type { FaultHit } from '../http/faults/fault-rows'
import type { Faults } from '../http/faults/faults'
import { faultKindOf } from '../http/faults/read-effect'
import { type Attempt, beginAttempt, endAttempt, timeLimitOf } from './attempt'
import type { DeliveryLoopGuard } from './delivery-loop-guard'
import { outcomeOf } from './outcome'
import { duplicate } from './queue-controls'
import { attemptsIn, deliveriesIn, deliveryWithHook, isWaiting } from './rows'
import { changeDelivery, isHeld, scheduleAttempt, unschedule } from './schedule'
import { send } from './send'
import { signatureNotes } from './signature-age'
import type { Target, Targets } from './targets'
import { topicsOf } from './topics'

/** The maximum number of characters of a receiver's response in the timeline. */
const ANSWER_AT_MOST = 200

export interface DeliveryTransport {
  readonly targets: Targets
  readonly faults: Faults
  readonly host: HostTime
  readonly loopGuard: DeliveryLoopGuard
  readonly headerPrefix: string
  /** Called after a connection was made or ended. */
  readonly targetsChanged: () => void
  /** Records the end of every attempt. */
  readonly log: EventLog
  /**
   * True to acknowledge deliveries of a topic instead of their receiver. `isHeldUp` is true if a fault
   * already delays this delivery.
   */
  readonly acknowledges: (topic: string, isHeldUp: boolean) => boolean
}

const ACKNOWLEDGED: Reception = { kind: 'response', status: 200, headers: {}, body: '' }

/** Handles a delivery timer. The returned send runs after the atomic block. */
export function beginDueDelivery(
  world: World,
  { scope: organization, data }: Timer,
  transport: DeliveryTransport,
): Send | undefined {
  const scope = { world, organization }
  const id = numberOf(data, 'delivery')
  const delivery = deliveriesIn(scope).get(id)
  if (!delivery || !isWaiting(delivery) || isHeld(scope)) return undefined
  const note = data.note as string | null
  const { host } = transport
  const deliveryLimit = host.deliveries
  const kept = typeof data.place === 'number' ? data.place : undefined
  // The reserved time is the host's. A call may move the clock past it; then the delivery waits again.
  const wait = deliveryLimit ? (kept === undefined ? deliveryLimit.wait() : kept - host.now()) : 0
  if (deliveryLimit && wait > 0) {
    if (!deliveryLimit.waits) deliveryLimit.refuse()
    if (kept === undefined) deliveryLimit.take()
    scheduleAttempt(scope, id, world.clock.now + wait, { note, place: kept ?? host.now() + wait })
    return undefined
  }
  transport.loopGuard.check(world, organization, id)
  if (kept === undefined) takeRoom(host)
  return attemptNow(scope, id, transport, note)
}

/** Takes room for an attempt that cannot be queued. @throws the host's error if there is no room */
export function takeRoom({ deliveries }: HostTime): void {
  if ((deliveries?.wait() ?? 0) > 0) deliveries?.refuse()
  deliveries?.take()
}

/** An attempt that has begun, and the fault that hit it. */
interface BegunAttempt {
  readonly attempt: Attempt
  readonly hit: FaultHit | undefined
  readonly damage: Damage | undefined
  /** The note of a fault that delayed the delivery, for `why`. */
  readonly note: string | null
}

/** Starts an attempt in the current atomic block. Run the returned send to complete it. */
export function attemptNow(
  scope: Scope,
  id: number,
  transport: DeliveryTransport,
  /** The note of a fault that delayed the delivery, for `why`. */
  note: string | null = null,
): Send | undefined {
  const { targets, faults, host, loopGuard, log } = transport
  const hit = hitDelivery(scope, faults, id, note !== null)
  if (hit && delayedBy(scope, id, hit)) return undefined
  const begun = beginWithFault(scope, id, transport, { hit, note })
  if (!begun) return undefined
  const copy = hit && copiedBy(scope, id, hit)
  if (copy !== undefined) host.deliveries?.take()
  const { request, event_id } = begun.attempt.row
  return {
    timeLimit: timeLimitOf(scope.world),
    receiver: targets.find(request.url),
    together: copy === undefined ? undefined : attemptNow(scope, copy, transport),
    async run({ isCurrent, tooLate }) {
      // The receiver is looked up late, so that one connected meanwhile gets the delivery.
      const target = targets.at(request.url)
      const instead = receptionInstead(begun, target, transport)
      const onThrown = (error: unknown): void => {
        if (target?.mayThrow === false) targets.note(`the receiver of ${request.url}`, error)
      }
      if (!instead) log.coverage.sending(`${request.url} ${event_id}`)
      const received =
        instead ?? (await loopGuard.during(host, () => send(request, target, tooLate, onThrown)))
      // After a rewind the delivery was never sent.
      if (isCurrent()) completeAttempt(begun, { received, isSent: instead === undefined }, transport)
    },
  }
}

/** Begins an attempt. A fault may rewrite the body before it is signed, or damage the message afterwards. */
function beginWithFault(
  scope: Scope,
  id: number,
  { targets, host, headerPrefix }: DeliveryTransport,
  { hit, note }: Pick<BegunAttempt, 'hit' | 'note'>,
): BegunAttempt | undefined {
  const timestampMs = (url: string): number =>
    targets.find(url)?.timestamps === 'wall' ? host.now() : scope.world.clock.now
  const rewrite = hit && ((body: string) => rewrittenBy(hit, body))
  const attempt = beginAttempt(scope, id, { headerPrefix, timestampMs, rewrite })
  if (!attempt) return undefined
  const damage = hit && faultKindOf(hit.effect).damage?.(hit.effect, attempt.row.request)
  return { attempt: damage ? damaged(attempt, damage) : attempt, hit, damage, note }
}

/** The reception of an unsent delivery: a fault fails it, or `acknowledges` answers for the receiver. */
function receptionInstead(
  { attempt, hit }: BegunAttempt,
  target: Target | undefined,
  transport: DeliveryTransport,
): Reception | undefined {
  const fault = hit && faultKindOf(hit.effect).deliveries
  const failure = hit && fault?.instead?.(hit.effect)
  const isUnhandled = target && transport.acknowledges(attempt.delivery.topic, failure !== undefined)
  return failure ?? (isUnhandled ? ACKNOWLEDGED : undefined)
}

/** Writes the end of an attempt to the rows and to the timeline. */
function completeAttempt(
  { attempt, hit, damage, note }: BegunAttempt,
  { received, isSent }: { readonly received: Reception; readonly isSent: boolean },
  transport: DeliveryTransport,
): void {
  const { targets, log } = transport
  const { clock, store } = attempt.scope.world
  const { request, event_id } = attempt.row
  const reception = (hit && faultKindOf(hit.effect).deliveries?.after?.(received)) ?? received
  const notes = [note, hit ? noteOn(hit, received, damage?.what) : null].filter((one) => one !== null)
  const error = received.kind === 'network-error' ? received.error : undefined
  const isThrown = error instanceof Error && typeof targets.at(request.url)?.receiver === 'function'
  const cause: Cause = {}
  const end = (): void => {
    endAttempt(attempt, reception, notes)
    const delivery = describeAttempt(attempt, reception, transport)
    const answer = !isSent || delivery.outcome === 'delivered' ? '' : answerIn(reception)
    const noted = {
      kind: 'delivery',
      ...delivery,
      ...(answer !== '' && { answer }),
      ...(isThrown && error.stack !== undefined && { stack: error.stack }),
      cause: log.causes.of(delivery.event_id),
    } as const
    log.add(noted, cause)
    log.coverage.delivered({
      id: attempt.delivery.id,
      event: `${request.url} ${event_id}`,
      age: clock.now - (parseInstant(attempt.delivery.created_at) as number),
      isHandled: isSent && outcomeOf(received) === 'delivered',
      outcome: delivery.outcome,
    })
  }
  store.history.causedBy(cause, () => store.history.atomically(end))
}

function describeAttempt(
  { scope, delivery: { id, topic }, row }: Attempt,
  reception: Reception,
  { headerPrefix, host }: DeliveryTransport,
): DeliveryEnd {
  const kept = attemptsIn(scope).get(row.id) ?? row
  const note = signatureNotes(scope, { headerPrefix, hostNow: host.now() })(kept)
  return {
    organization: scope.organization,
    id,
    event_id: row.event_id,
    topic,
    url: row.request.url,
    status: kept.response?.status ?? null,
    outcome: outcomeOf(reception),
    why: note === undefined ? kept.why : `${kept.why}; ${note}`,
  }
}

const answerIn = (reception: Reception): string =>
  reception.kind === 'response' ? truncated(reception.body, ANSWER_AT_MOST) : ''

/** The fault that hits a delivery before it is sent (docs/faults.md). */
function hitDelivery(scope: Scope, faults: Faults, id: number, wasHeldBack: boolean): FaultHit | undefined {
  const { delivery, hook } = deliveryWithHook(scope, id)
  if (!delivery || !hook?.is_active) return undefined
  const { topic, body, copy_of } = delivery
  const headers = { 'content-type': 'application/json' }
  return faults.hitDelivery({
    organization: scope.organization,
    topic,
    request: { method: 'POST', url: hook.url, headers, body },
    isCopy: copy_of !== null,
    wasHeldBack,
    hearsAll: topicsOf(scope.world.registry).every((one) => hook.topics.includes(one)),
  })
}

function delayedBy(scope: Scope, id: number, { id: fault, effect }: FaultHit): boolean {
  const delay = faultKindOf(effect).deliveries?.delay?.(effect)
  if (delay === undefined) return false
  const { now, instant } = scope.world.clock
  const due = addDuration(now, parseDuration(delay))
  const note = `fault ${fault}: held back from ${instant} until ${formatInstant(due)}`
  scheduleAttempt(scope, id, due, { note })
  return true
}

/** The body to sign and send, if a fault changes it before. */
const rewrittenBy = ({ effect }: FaultHit, body: string): string | undefined =>
  faultKindOf(effect).deliveries?.rewrite?.(effect, body)

/** Queues a copy if the fault demands it. Returns the id of a copy that is sent at once. */
function copiedBy(scope: Scope, id: number, { effect }: FaultHit): number | undefined {
  const copy = faultKindOf(effect).deliveries?.copy?.(effect)
  if (!copy) return undefined
  const { after, says } = copy
  const { now } = scope.world.clock
  const due = after === undefined ? undefined : addDuration(now, parseDuration(after))
  const made = duplicate(scope, id, due)
  if (says) changeDelivery(scope, made, ({ body }) => says(body))
  if (due === undefined || due > now) return undefined
  unschedule(scope, made)
  return made
}

function damaged(attempt: Attempt, { what: _, ...message }: Damage): Attempt {
  const row = { ...attempt.row, request: { ...attempt.row.request, ...message } }
  attemptsIn(attempt.scope).put(row)
  return { ...attempt, row }
}

/** A note for the attempt's `why`. */
function noteOn({ id, effect }: FaultHit, reception: Reception, damage: string | undefined): string {
  const note = faultKindOf(effect).deliveries?.note?.(reception, effect)
  return `fault ${id}: ${note ?? damage ?? 'nothing was sent'}`
}
