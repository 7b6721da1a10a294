import type { World } from '../../../engine/model/world'
import type { Table } from '../../../kernel/store'
import { type RowIn, worldTable } from '../../../kernel/table-shape'

/** The stored replies of idempotency keys. */
const REPLIES = worldTable('replies', {
  id: 'text',
  fingerprint: 'text',
  status: 'count',
  body: 'text',
  /** Null if the reply has no body. */
  contentType: 'text?',
  storedAt: 'instant',
  expiresAt: 'instant',
})
export type ReplyRow = RowIn<typeof REPLIES>

/** A new idempotency key, under which the reply will be stored (§10). */
export interface ReplyClaim {
  readonly id: string
  readonly fingerprint: string
}

/** Forgets the replies of writes that were refused. */
export function forgetRefusals(world: World): void {
  const replies = repliesIn(world)
  const refused = [...replies.rows()].filter(({ status }) => status >= 400)
  world.store.history.atomically(() => {
    for (const { id } of refused) replies.remove(id)
  })
}

export const repliesIn = ({ store }: World): Table<ReplyRow> => store.table('', REPLIES)
