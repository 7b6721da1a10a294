import type { World } from '../../engine/model/context'
import { numberOf } from '../../engine/model/row'
import type { TimerSubject } from '../../engine/model/timer-kind'
import type { Timer } from '../../kernel/clock'
import { table } from '../../kernel/table-shape'
import { type DeliveryRow, deliveriesIn } from './rows'

/** The kind of timer that makes an attempt due. */
export const WEBHOOK_DELIVERY = 'webhook-delivery'

export const deliverySubject = ({ store }: World, { scope, data }: Timer): TimerSubject => ({
  subject: deliveriesIn(store, scope).get(numberOf(data, 'delivery'))?.topic ?? '',
  id: numberOf(data, 'delivery'),
})

const CONTROLS = table('webhookControls', { id: 'text' })

export const isHeld = (world: World, organization: string): boolean =>
  world.store.table(organization, CONTROLS).has('hold')

export function setHeld(world: World, organization: string, held: boolean): void {
  const controls = world.store.table(organization, CONTROLS)
  if (held) controls.put({ id: 'hold' })
  else controls.remove('hold')
}

/** Schedules the next attempt. While deliveries are held it waits without a timer. */
export function scheduleAttempt(
  world: World,
  organization: string,
  id: number,
  due: number,
  /** The reason for a delay by a fault. */
  note: string | null = null,
  /** The host's time of the place that is kept for it, in milliseconds since 1970. */
  place: number | null = null,
): void {
  const { clock } = world
  const data = { delivery: id, note, ...(place !== null && { place }) }
  changeDelivery(world, organization, id, (delivery) => {
    if (delivery.timer !== null) clock.cancel(delivery.timer)
    const timer = isHeld(world, organization)
      ? null
      : clock.schedule({ due, kind: WEBHOOK_DELIVERY, scope: organization, data })
    return { due, timer }
  })
}

export function unschedule(world: World, organization: string, id: number): void {
  changeDelivery(world, organization, id, ({ timer }) => {
    if (timer !== null) world.clock.cancel(timer)
    return { due: null, timer: null }
  })
}

export function changeDelivery(
  world: World,
  organization: string,
  id: number,
  to: (delivery: DeliveryRow) => Partial<DeliveryRow>,
): void {
  const deliveries = deliveriesIn(world.store, organization)
  const delivery = deliveries.get(id)
  if (delivery) deliveries.put({ ...delivery, ...to(delivery) })
}

/** Deliveries that are not over, in no order. */
export function openIn({ store }: World, organization: string): DeliveryRow[] {
  const deliveries = deliveriesIn(store, organization)
  if (deliveries.size === 0) return []
  return (['pending', 'retrying'] as const).flatMap((status) => deliveries.rowsWhere('status', status))
}

/** Deliveries that wait for an attempt, in no order. Deliveries in flight are excluded. */
export const waitingIn = (world: World, organization: string): DeliveryRow[] =>
  openIn(world, organization).filter(({ due }) => due !== null)

/** The deliveries that wait, the next one first. */
export const queueOf = (world: World, organization: string): DeliveryRow[] =>
  waitingIn(world, organization).sort((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.turn - b.turn)
