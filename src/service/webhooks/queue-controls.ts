import type { Scope } from '../../engine/model/context'
import { nextOf } from '../../engine/model/tables'
import { noSuch, OptionError } from '../../errors/option-error'
import { reactivate } from './endpoint-status'
import { type DeliveryRow, deliveriesIn, isWaiting, UNTRIED, webhooksIn } from './rows'
import { changeDelivery, queueOf, scheduleAttempt, setHeld, unschedule } from './schedule'

export function hold(scope: Scope): void {
  setHeld(scope, true)
  for (const { id, timer } of queueOf(scope)) {
    if (timer !== null) scope.world.clock.cancel(timer)
    changeDelivery(scope, id, () => ({ timer: null }))
  }
}

/** Resumes sending. Deliveries that became due while held are due now; the others keep their times. */
export function release(scope: Scope): void {
  setHeld(scope, false)
  for (const { id, due, timer } of queueOf(scope))
    if (timer === null && due !== null) scheduleAttempt(scope, id, Math.max(due, scope.world.clock.now))
}

/** Queues a copy for the same endpoint. @param due the time to send it; by default that of the original */
export function duplicate(scope: Scope, id: number, due?: number): number {
  const { world, organization } = scope
  const original = existing(scope, id)
  if (!isActive(scope, original.webhook_uuid))
    throw new OptionError('id', `the webhook of delivery ${id} is inactive`)
  const copy = nextOf(world.store, organization, 'webhook_delivery')
  deliveriesIn(scope).put({
    ...original,
    id: copy,
    ...UNTRIED,
    created_at: world.clock.instant,
    due: null,
    timer: null,
    turn: copy,
    copy_of: original.copy_of ?? original.id,
  })
  scheduleAttempt(scope, copy, due ?? Math.max(original.due ?? 0, world.clock.now))
  return copy
}

/** Exchanges the due times of deliveries, so that they are sent in the given order. */
export function reorder(scope: Scope, ids: readonly number[]): void {
  const named = ids.map((id) => waiting(scope, id))
  if (new Set(ids).size !== ids.length) throw new OptionError('ids', 'ids must not contain an id twice')
  const places = queueOf(scope).filter(({ id }) => ids.includes(id))
  for (const [index, { id }] of named.entries()) {
    const { due, turn } = places[index] as DeliveryRow
    changeDelivery(scope, id, () => ({ due, turn }))
  }
  // Rescheduled, because timers of one instant run in the order in which they were scheduled.
  for (const { id, due, timer } of queueOf(scope))
    if (timer !== null && due !== null) scheduleAttempt(scope, id, due)
}

/** Discards a waiting delivery, which then counts as failed. */
export function drop(scope: Scope, id: number): void {
  waiting(scope, id)
  unschedule(scope, id)
  changeDelivery(scope, id, () => ({ status: 'failed', last_error: 'dropped' }))
}

/** A request to send an event again. */
interface ReplayRequest {
  readonly event: string
  /** The endpoint to send to; undefined for all that the event was sent to. */
  readonly webhook: string | undefined
  /** True to activate inactive webhooks first. */
  readonly activate: boolean
}

/** The outcome of a replay. */
export interface Replayed {
  /** The ids of the deliveries that were queued. */
  readonly queued: readonly number[]
  /** The ids of deliveries of the same event to the same endpoints that were waiting already. */
  readonly waiting: readonly number[]
  /** The webhooks that the event was sent to, but that get nothing because they are inactive. */
  readonly inactive: readonly string[]
}

/**
 * Queues a sent event again, for one endpoint or for every active one that it was sent to. For one endpoint,
 * queues nothing while a delivery waits there, because the caller wants one delivery to arrive, not two.
 */
export function replayEvent(scope: Scope, request: ReplayRequest): Replayed {
  const { webhook, activate } = request
  const { sent, queue } = deliveriesOf(scope, request)
  const hooks = webhook === undefined ? [...sent.keys()] : [webhook]
  for (const id of hooks) if (activate && !isActive(scope, id)) reactivate(scope, id)
  const inactive = hooks.filter((id) => !isActive(scope, id))
  if (inactive.length === hooks.length) throw allInactive(request)
  const waiting = queue.filter(({ webhook_uuid }) => hooks.includes(webhook_uuid)).map(({ id }) => id)
  const chosen = webhook !== undefined && waiting.length > 0 ? [] : hooks
  const queued = chosen
    .filter((id) => !inactive.includes(id))
    .map((id) => duplicate(scope, sent.get(id) as number))
  return { queued, waiting, inactive }
}

interface SentDeliveries {
  /** The first delivery to each webhook. A deleted webhook has none. */
  readonly sent: ReadonlyMap<string, number>
  /** The waiting deliveries. One in flight is not included, because its replay means a second delivery. */
  readonly queue: readonly DeliveryRow[]
}

function deliveriesOf(scope: Scope, request: ReplayRequest): SentDeliveries {
  const { event, webhook } = request
  const whose = ownerOf(scope)
  const known = deliveriesIn(scope).rowsWhere('event_id', event)
  if (known.length === 0)
    throw noSuch(eventIn(request), 'event', event, (name) => `no event ${name} was sent${whose(event)}`)
  const originals = known.filter(({ copy_of }) => copy_of === null)
  const sent = new Map(originals.map(({ webhook_uuid, id }) => [webhook_uuid, id]))
  if (webhook !== undefined && !sent.has(webhook))
    throw noSuch(
      'webhook_uuid',
      'webhook',
      webhook,
      (name) => `event ${event} was not sent to ${name}, or that webhook was deleted`,
    )
  return { sent, queue: known.filter((one) => isWaiting(one) && one.due !== null) }
}

const eventIn = ({ webhook }: ReplayRequest): string => (webhook === undefined ? 'eventId' : 'event_id')

function allInactive({ event, webhook }: ReplayRequest): OptionError {
  const advice = 'activate it by a PATCH with is_active true, or replay with activate: true'
  return webhook === undefined
    ? new OptionError('eventId', `every webhook that event ${event} was sent to is inactive; ${advice}`)
    : new OptionError('webhook_uuid', `webhook ${webhook} is inactive; ${advice}`)
}

const isActive = (scope: Scope, webhook: string): boolean =>
  webhooksIn(scope).get(webhook)?.is_active === true

/** Removes a waiting delivery from the queue, so that it can be sent at once. */
export function takeOut(scope: Scope, id: number): void {
  waiting(scope, id)
  unschedule(scope, id)
}

function waiting(scope: Scope, id: number): DeliveryRow {
  const delivery = existing(scope, id)
  if (!isWaiting(delivery))
    throw new OptionError('id', `delivery ${id} is ${delivery.status} and no longer in the queue`)
  if (delivery.due === null) throw new OptionError('id', `delivery ${id} is being sent right now`)
  return delivery
}

function existing(scope: Scope, id: number): DeliveryRow {
  const delivery = deliveriesIn(scope).get(id)
  const whose = ownerOf(scope)
  if (!delivery) throw noSuch('id', 'delivery', id, (name) => `there is no delivery ${name}${whose(id)}`)
  return delivery
}

/** Describes a wrong id for messages, if it is the id of something else. */
const ownerOf =
  (scope: Scope) =>
  (id: unknown): string => {
    const deliveries = deliveriesIn(scope)
    const [sent] = deliveries.rowsWhere('event_id', id as string)
    if (sent) return `: that is the event of delivery ${sent.id}`
    return deliveries.has(id as number) ? ': that is a delivery' : ''
  }
