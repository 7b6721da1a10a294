import type { QueuedDelivery, WebhookAttempt } from '../../index'

/** An attempt to deliver, as the controls give it (docs/controls.md). */
export type AttemptJson = Omit<WebhookAttempt, 'response'> & {
  readonly response: { readonly status: number; readonly body: string } | null
}

export const isFailed = ({ response }: Pick<AttemptJson, 'response'>): boolean =>
  response === null || response.status >= 300

/** An event at one endpoint. */
export type DeliveryId = Pick<AttemptJson, 'event_id' | 'webhook_uuid'>
export const deliveryName = ({ event_id, webhook_uuid }: DeliveryId): string => `${event_id} ${webhook_uuid}`

/**
 * The deliveries that ended in failure: the last attempt failed, and none waits for the same endpoint.
 * @param attempts oldest first
 */
export function failedDeliveries(
  attempts: readonly (DeliveryId & Pick<AttemptJson, 'response'>)[],
  queue: readonly Pick<QueuedDelivery, 'event_id' | 'webhook_uuid'>[],
): readonly DeliveryId[] {
  const last = new Map(attempts.map((one) => [deliveryName(one), one]))
  for (const waiting of queue) last.delete(deliveryName(waiting))
  return [...last.values()].filter(isFailed).map(({ event_id, webhook_uuid }) => ({ event_id, webhook_uuid }))
}
