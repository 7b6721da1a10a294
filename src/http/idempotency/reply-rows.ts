import type { World } from '../../engine/model/world'
import type { Row, Table } from '../../kernel/store'

/** The reply kept for an idempotency key. */
export interface ReplyRow extends Row {
  readonly id: string
  readonly fingerprint: string
  readonly status: number
  readonly body: string
  /** Null: a reply without a body. */
  readonly contentType: string | null
  readonly storedAt: number
  readonly expiresAt: number
}

/** An idempotency key that is new: the reply will be kept under it (docs/service.md §10). */
export interface ReplyClaim {
  readonly id: string
  readonly fingerprint: string
}

export const repliesIn = ({ store }: World): Table<ReplyRow> => store.table<ReplyRow>('', 'replies')
