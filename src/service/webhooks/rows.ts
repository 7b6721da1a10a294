import type { Scope } from '../../engine/model/context'
import type { Row, Table } from '../../kernel/store'
import { as, type RowIn, type TableName, table } from '../../kernel/table-shape'

/** The registered endpoints (docs/service.md §14.1). */
export const WEBHOOKS = table('webhooks', {
  id: 'text',
  /** Position in the order of registration. */
  turn: 'count',
  url: 'text',
  topics: ['text'],
  secret: 'non-empty text',
  is_active: 'flag',
  disabled_at: 'time?',
  disabled_reason: 'text',
  created_at: 'time',
  last_modified_at: 'time',
  /** Time of the first failed attempt since the last success; milliseconds since 1970. */
  failing_since: 'instant?',
})
export type WebhookRow = RowIn<typeof WEBHOOKS>

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed'

export const WEBHOOK_DELIVERIES = table('webhookDeliveries', {
  id: 'count',
  event_id: 'text',
  webhook_uuid: 'text',
  topic: 'text',
  /** The exact text of every attempt. */
  body: 'text',
  status: as<DeliveryStatus>()('text'),
  attempts: 'count',
  response_status: 'count?',
  last_error: 'text',
  delivered_at: 'time?',
  created_at: 'time',
  /** Time of the next attempt; null if there is none. */
  due: 'instant?',
  /** The timer of the next attempt; null while deliveries are held. */
  timer: 'count?',
  /** Breaks ties between equal due times: the lower turn goes first. */
  turn: 'count',
  /** The id of the original, for a copy made on request. Copies are not in the log. */
  copy_of: 'count?',
})
export type DeliveryRow = RowIn<typeof WEBHOOK_DELIVERIES>

/** The state of a delivery before its first attempt. */
export const UNTRIED = {
  status: 'pending',
  attempts: 0,
  response_status: null,
  last_error: '',
  delivered_at: null,
} as const

/** One attempt to send a delivery. */
export interface AttemptRow extends Row {
  /** The id of the attempt. */
  readonly id: number
  /** The id of the delivery that was tried. */
  readonly delivery: number
  /** The id of the event. */
  readonly event_id: string
  /** The webhook that the attempt was sent to. */
  readonly webhook_uuid: string
  /** The time of the attempt. */
  readonly at: string
  /** The address of the sender. */
  readonly source_address: string
  /** The request as it was sent, byte for byte. */
  readonly request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  /** The response of the receiver; null if there was none. */
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
  /** The outcome in words. */
  readonly why: string
}

const ATTEMPTS: TableName<AttemptRow> = table('webhookAttempts', {
  id: 'count',
  delivery: 'count',
  event_id: 'text',
  webhook_uuid: 'text',
  at: 'time',
  source_address: 'text',
  request: as<AttemptRow['request']>()({ url: 'text', headers: 'object', body: 'text' }),
  response: as<AttemptRow['response']>()('object?'),
  why: 'text',
})

export const webhooksIn = ({ world, organization }: Scope): Table<WebhookRow> =>
  world.store.table(organization, WEBHOOKS)
export const deliveriesIn = ({ world, organization }: Scope): Table<DeliveryRow> =>
  world.store.table(organization, WEBHOOK_DELIVERIES)
export const attemptsIn = ({ world, organization }: Scope): Table<AttemptRow> =>
  world.store.table(organization, ATTEMPTS)

/** A delivery and its webhook. The webhook is undefined if it was removed. */
export function deliveryWithHook(
  scope: Scope,
  id: number,
): { readonly delivery: DeliveryRow | undefined; readonly hook: WebhookRow | undefined } {
  const delivery = deliveriesIn(scope).get(id)
  return { delivery, hook: delivery && webhooksIn(scope).get(delivery.webhook_uuid) }
}

export const isWaiting = ({ status }: DeliveryRow): boolean => status === 'pending' || status === 'retrying'
