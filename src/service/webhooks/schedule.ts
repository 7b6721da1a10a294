import type { Scope, World } from '../../engine/model/context'
import { numberOf } from '../../engine/model/row'
import type { TimerSubject } from '../../engine/model/timer-kind'
import type { Timer } from '../../kernel/clock'
import { table } from '../../kernel/table-shape'
import { type DeliveryRow, deliveriesIn } from './rows'

/** The kind of the timer for the next attempt. */
export const WEBHOOK_DELIVERY = 'webhook-delivery'

export const deliverySubject = (world: World, { scope: organization, data }: Timer): TimerSubject => ({
  subject: deliveriesIn({ world, organization }).get(numberOf(data, 'delivery'))?.topic ?? '',
  id: numberOf(data, 'delivery'),
})

const CONTROLS = table('webhookControls', { id: 'text' })

export const isHeld = ({ world, organization }: Scope): boolean =>
  world.store.table(organization, CONTROLS).has('hold')

export function setHeld({ world, organization }: Scope, held: boolean): void {
  const controls = world.store.table(organization, CONTROLS)
  if (held) controls.put({ id: 'hold' })
  else controls.remove('hold')
}

/**
 * Schedules the next attempt. While deliveries are held, it waits without a timer. `note` is the reason of a
 * delay by a fault. `place` is the host's time that is reserved for the attempt, in milliseconds since 1970.
 */
export function scheduleAttempt(
  scope: Scope,
  id: number,
  due: number,
  { note = null, place }: { readonly note?: string | null; readonly place?: number } = {},
): void {
  const { clock } = scope.world
  const data = { delivery: id, note, ...(place !== undefined && { place }) }
  changeDelivery(scope, id, (delivery) => {
    if (delivery.timer !== null) clock.cancel(delivery.timer)
    const timer = isHeld(scope)
      ? null
      : clock.schedule({ due, kind: WEBHOOK_DELIVERY, scope: scope.organization, data })
    return { due, timer }
  })
}

export function unschedule(scope: Scope, id: number): void {
  changeDelivery(scope, id, ({ timer }) => {
    if (timer !== null) scope.world.clock.cancel(timer)
    return { due: null, timer: null }
  })
}

export function changeDelivery(
  scope: Scope,
  id: number,
  to: (delivery: DeliveryRow) => Partial<DeliveryRow>,
): void {
  const deliveries = deliveriesIn(scope)
  const delivery = deliveries.get(id)
  if (delivery) deliveries.put({ ...delivery, ...to(delivery) })
}

/** Deliveries that have not ended, in no order. */
export function openIn(scope: Scope): DeliveryRow[] {
  const deliveries = deliveriesIn(scope)
  if (deliveries.size === 0) return []
  return (['pending', 'retrying'] as const).flatMap((status) => deliveries.rowsWhere('status', status))
}

/** Deliveries that wait for an attempt, in no order. Deliveries in flight are excluded. */
export const waitingIn = (scope: Scope): DeliveryRow[] => openIn(scope).filter(({ due }) => due !== null)

/** The waiting deliveries in the order in which they will be sent. */
export const queueOf = (scope: Scope): DeliveryRow[] =>
  waitingIn(scope).sort((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.turn - b.turn)
