import type { WebhookAttempt } from '../../index'

/** An attempt to deliver, as the controls give it (docs/controls.md). */
export type AttemptJson = Omit<WebhookAttempt, 'response'> & {
  readonly response: { readonly status: number; readonly body: string } | null
}

export const isFailed = ({ response }: Pick<AttemptJson, 'response'>): boolean =>
  response === null || response.status >= 300

/** An event at one endpoint. */
export const deliveryName = ({
  event_id,
  webhook_uuid,
}: Pick<AttemptJson, 'event_id' | 'webhook_uuid'>): string => `${event_id} ${webhook_uuid}`
