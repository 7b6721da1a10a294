import type { Row, Store, Table } from '../kernel/store'

/** A registered endpoint (docs/service.md §14.1). */
export interface WebhookRow extends Row {
  readonly id: string
  /** Order of registration. */
  readonly turn: number
  readonly url: string
  readonly topics: readonly string[]
  readonly secret: string
  readonly is_active: boolean
  readonly disabled_at: string | null
  readonly disabled_reason: string
  readonly created_at: string
  readonly last_modified_at: string
  /** When the first attempt since the last success failed; milliseconds. */
  readonly failing_since: number | null
}

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed'

/** One event on its way to one endpoint. */
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
  /** When the next attempt is due; null when there is none. */
  readonly due: number | null
  /** The timer of that attempt; null while held back. */
  readonly timer: number | null
  /** Of two due at once the lower turn goes first. */
  readonly turn: number
  /** The delivery that this one repeats on request; copies are not in the log. */
  readonly copy_of: number | null
}

/** One request sent, or tried to send. */
export interface AttemptRow extends Row {
  readonly id: number
  readonly delivery: number
  readonly event_id: string
  readonly webhook_uuid: string
  readonly at: string
  readonly source_address: string
  readonly request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
  readonly why: string
}

export const webhooksIn = (store: Store, organization: string): Table<WebhookRow> =>
  store.table<WebhookRow>(organization, 'webhooks')
export const deliveriesIn = (store: Store, organization: string): Table<DeliveryRow> =>
  store.table<DeliveryRow>(organization, 'webhookDeliveries')
export const attemptsIn = (store: Store, organization: string): Table<AttemptRow> =>
  store.table<AttemptRow>(organization, 'webhookAttempts')

export const isWaiting = ({ status }: DeliveryRow): boolean => status === 'pending' || status === 'retrying'
