import { nextOf } from '../../engine/model/sequences'
import type { World } from '../../engine/model/world'
import { noSuch, OptionError } from '../../errors/option-error'
import { type DeliveryRow, deliveriesIn, isWaiting, UNTRIED, webhooksIn } from './rows'
import { changeDelivery, queueOf, scheduleAttempt, setHeld, unschedule } from './schedule'

/** Holds back all deliveries of an organisation. */
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

/** Queues the same bytes for the same endpoint once more. */
export function duplicate(world: World, organization: string, id: number): number {
  const original = existing(world, organization, id)
  if (!isActive(world, organization, original))
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
  scheduleAttempt(world, organization, copy, Math.max(original.due ?? 0, world.clock.now))
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

/** Queues a sent event again, for every active endpoint that it was sent to. */
export function replay(world: World, organization: string, eventId: string): void {
  const deliveries = deliveriesIn(world.store, organization)
  const known = deliveries.rowsWhere('event_id', eventId)
  if (known.length === 0) throw noSuch('eventId', 'event', eventId, (name) => `no event ${name} was sent`)
  const active = known.filter((one) => one.copy_of === null && isActive(world, organization, one))
  if (active.length === 0)
    throw new OptionError('eventId', `every webhook that event ${eventId} was sent to is inactive`)
  for (const { id } of active) duplicate(world, organization, id)
}

const isActive = ({ store }: World, organization: string, { webhook_uuid }: DeliveryRow): boolean =>
  webhooksIn(store, organization).get(webhook_uuid)?.is_active === true

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
  if (!delivery) throw noSuch('id', 'delivery', id)
  return delivery
}
