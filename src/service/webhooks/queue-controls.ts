import type { World } from '../../engine/model/context'
import { nextOf } from '../../engine/model/tables'
import { noSuch, OptionError } from '../../errors/option-error'
import { reactivate } from './endpoint-status'
import { type DeliveryRow, deliveriesIn, isWaiting, UNTRIED, webhooksIn } from './rows'
import { changeDelivery, queueOf, scheduleAttempt, setHeld, unschedule } from './schedule'

export function hold(world: World, organization: string): void {
  setHeld(world, organization, true)
  for (const { id, timer } of queueOf(world, organization)) {
    if (timer !== null) world.clock.cancel(timer)
    changeDelivery(world, organization, id, () => ({ timer: null }))
  }
}

/** Deliveries that became due while held are due now; the others keep their times. */
export function release(world: World, organization: string): void {
  setHeld(world, organization, false)
  for (const { id, due, timer } of queueOf(world, organization))
    if (timer === null && due !== null)
      scheduleAttempt(world, organization, id, Math.max(due, world.clock.now))
}

/** Queues the same bytes for the same endpoint once more. @param due when it is sent, if not as the original */
export function duplicate(world: World, organization: string, id: number, due?: number): number {
  const original = existing(world, organization, id)
  if (!isActive(world, organization, original.webhook_uuid))
    throw new OptionError('id', `the webhook of delivery ${id} is inactive`)
  const copy = nextOf(world.store, organization, 'webhook_delivery')
  deliveriesIn(world.store, organization).put({
    ...original,
    id: copy,
    ...UNTRIED,
    created_at: world.clock.instant,
    due: null,
    timer: null,
    turn: copy,
    copy_of: original.copy_of ?? original.id,
  })
  scheduleAttempt(world, organization, copy, due ?? Math.max(original.due ?? 0, world.clock.now))
  return copy
}

/** The deliveries exchange their due times, so that they are sent in the given order. */
export function reorder(world: World, organization: string, ids: readonly number[]): void {
  const named = ids.map((id) => waiting(world, organization, id))
  if (new Set(ids).size !== ids.length) throw new OptionError('ids', 'ids must not contain an id twice')
  const places = queueOf(world, organization).filter(({ id }) => ids.includes(id))
  for (const [index, { id }] of named.entries()) {
    const { due, turn } = places[index] as DeliveryRow
    changeDelivery(world, organization, id, () => ({ due, turn }))
  }
  // Timers due at the same instant run in the order in which they were scheduled.
  for (const { id, due, timer } of queueOf(world, organization))
    if (timer !== null && due !== null) scheduleAttempt(world, organization, id, due)
}

/** Discards a waiting delivery: it ends as failed without being sent. */
export function drop(world: World, organization: string, id: number): void {
  waiting(world, organization, id)
  unschedule(world, organization, id)
  changeDelivery(world, organization, id, () => ({ status: 'failed', last_error: 'dropped' }))
}

/** A request to send an event again. */
interface ReplayRequest {
  readonly event: string
  /** The one endpoint that gets it; undefined for all that it was sent to. */
  readonly webhook: string | undefined
  /** True if an inactive webhook is activated first. */
  readonly activate: boolean
}

/** The outcome of a replay. */
export interface Replayed {
  /** The ids of the deliveries that were queued. */
  readonly queued: readonly number[]
  /** The ids of deliveries of the same event to the same endpoints that waited already. */
  readonly waiting: readonly number[]
  /** The webhooks that the event was sent to and that get nothing, because they are inactive. */
  readonly inactive: readonly string[]
}

/**
 * Queues a sent event again, for one endpoint or for every active one that it was sent to. For one endpoint it queues
 * nothing while a delivery waits there: who asks for an attempt again wants that one to arrive, not two.
 */
export function replayEvent(world: World, organization: string, request: ReplayRequest): Replayed {
  const { webhook, activate } = request
  const { sent, queue } = deliveriesOf(world, organization, request)
  const hooks = webhook === undefined ? [...sent.keys()] : [webhook]
  for (const id of hooks)
    if (activate && !isActive(world, organization, id)) reactivate(world, organization, id)
  const inactive = hooks.filter((id) => !isActive(world, organization, id))
  if (inactive.length === hooks.length) throw allInactive(request)
  const waiting = queue.filter(({ webhook_uuid }) => hooks.includes(webhook_uuid)).map(({ id }) => id)
  const chosen = webhook !== undefined && waiting.length > 0 ? [] : hooks
  const queued = chosen
    .filter((id) => !inactive.includes(id))
    .map((id) => duplicate(world, organization, sent.get(id) as number))
  return { queued, waiting, inactive }
}

interface SentDeliveries {
  /** The first delivery to each webhook. A webhook that was deleted has none. */
  readonly sent: ReadonlyMap<string, number>
  /** The deliveries that wait. One under way does not: who replays it meanwhile wants a second one. */
  readonly queue: readonly DeliveryRow[]
}

function deliveriesOf(world: World, organization: string, request: ReplayRequest): SentDeliveries {
  const { event, webhook } = request
  const whose = ownerOf(world, organization)
  const known = deliveriesIn(world.store, organization).rowsWhere('event_id', event)
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

const isActive = ({ store }: World, organization: string, webhook: string): boolean =>
  webhooksIn(store, organization).get(webhook)?.is_active === true

/** Takes a waiting delivery out of the queue, so that it can be sent at once. */
export function takeOut(world: World, organization: string, id: number): void {
  waiting(world, organization, id)
  unschedule(world, organization, id)
}

function waiting(world: World, organization: string, id: number): DeliveryRow {
  const delivery = existing(world, organization, id)
  if (!isWaiting(delivery))
    throw new OptionError('id', `delivery ${id} is ${delivery.status} and no longer in the queue`)
  if (delivery.due === null) throw new OptionError('id', `delivery ${id} is being sent right now`)
  return delivery
}

function existing(world: World, organization: string, id: number): DeliveryRow {
  const delivery = deliveriesIn(world.store, organization).get(id)
  const whose = ownerOf(world, organization)
  if (!delivery) throw noSuch('id', 'delivery', id, (name) => `there is no delivery ${name}${whose(id)}`)
  return delivery
}

/** Tells what it is the id of, if not of what was asked for. */
const ownerOf =
  ({ store }: World, organization: string) =>
  (id: unknown): string => {
    const deliveries = deliveriesIn(store, organization)
    const [sent] = deliveries.rowsWhere('event_id', id as string)
    if (sent) return `: that is the event of delivery ${sent.id}`
    return deliveries.has(id as number) ? ': that is a delivery' : ''
  }
