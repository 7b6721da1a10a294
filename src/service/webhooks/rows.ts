import type { Row, Store, Table } from '../../kernel/store'

/** A registered endpoint (docs/service.md §14.1). */
export interface WebhookRow extends Row {
  readonly id: string
  /** Position in the order of registration. */
  readonly turn: number
  readonly url: string
  readonly topics: readonly string[]
  readonly secret: string
  readonly is_active: boolean
  readonly disabled_at: string | null
  readonly disabled_reason: string
  readonly created_at: string
  readonly last_modified_at: string
  /** Time of the first failed attempt since the last success; milliseconds since 1970. */
  readonly failing_since: number | null
}

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed'

/** One event for one endpoint. */
export interface DeliveryRow extends Row {
  readonly id: number
  readonly event_id: string
  readonly webhook_uuid: string
  readonly topic: string
  /** The exact text of every attempt. */
  readonly body: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly response_status: number | null
  readonly last_error: string
  readonly delivered_at: string | null
  readonly created_at: string
  /** Time of the next attempt; null if there is none. */
  readonly due: number | null
  /** The timer of that attempt; null while held back. */
  readonly timer: number | null
  /** Breaks ties between deliveries due at the same time: the lower goes first. */
  readonly turn: number
  /** The original, for a copy made on request. Copies are not in the log. */
  readonly copy_of: number | null
}

/** One request, sent or failed to send. */
export interface AttemptRow extends Row {
  /** The id of the attempt. */
  readonly id: number
  /** The id of the delivery that was tried. */
  readonly delivery: number
  /** The id of the event. */
  readonly event_id: string
  /** The webhook that it was sent to. */
  readonly webhook_uuid: string
  /** When it was sent. */
  readonly at: string
  /** The address of the sender. */
  readonly source_address: string
  /** What was sent, byte for byte. */
  readonly request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  /** What the receiver answered; null without an answer. */
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
  /** What came of it, for people. */
  readonly why: string
}

export const webhooksIn = (store: Store, organization: string): Table<WebhookRow> =>
  store.table<WebhookRow>(organization, 'webhooks')
export const deliveriesIn = (store: Store, organization: string): Table<DeliveryRow> =>
  store.table<DeliveryRow>(organization, 'webhookDeliveries')
export const attemptsIn = (store: Store, organization: string): Table<AttemptRow> =>
  store.table<AttemptRow>(organization, 'webhookAttempts')

export const isWaiting = ({ status }: DeliveryRow): boolean => status === 'pending' || status === 'retrying'
