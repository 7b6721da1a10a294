import type { World } from '../../../engine/model/world'
import type { Row, Table } from '../../../kernel/store'

/** The stored reply of an idempotency key. */
export interface ReplyRow extends Row {
  readonly id: string
  readonly fingerprint: string
  readonly status: number
  readonly body: string
  /** Null if the reply has no body. */
  readonly contentType: string | null
  readonly storedAt: number
  readonly expiresAt: number
}

/** A new idempotency key, under which the reply will be stored (docs/service.md §10). */
export interface ReplyClaim {
  readonly id: string
  readonly fingerprint: string
}

export const repliesIn = ({ store }: World): Table<ReplyRow> => store.table<ReplyRow>('', 'replies')
