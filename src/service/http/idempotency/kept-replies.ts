import type { World } from '../../../engine/model/context'
import type { WireResponse } from '../../../events/traffic/wire-message'
import type { Table } from '../../../kernel/store'
import { type RowIn, worldTable } from '../../../kernel/table-shape'

/** The stored replies of idempotency keys. */
export const REPLIES = worldTable('replies', {
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
export interface KeyReservation {
  readonly id: string
  readonly fingerprint: string
}

export function forgetRefusals(world: World): void {
  const replies = repliesIn(world)
  const refused = [...replies.rows()].filter(({ status }) => status >= 400)
  world.store.history.atomically(() => {
    for (const { id } of refused) replies.remove(id)
  })
}

export const repliesIn = ({ store }: World): Table<ReplyRow> => store.worldTable(REPLIES)

const MILLISECONDS_PER_HOUR = 3_600_000

/** Stores a reply under its idempotency key, if replies of its status are stored. Needs an atomic block. */
export function storeResponse(
  world: World,
  claim: KeyReservation | undefined,
  reply: WireResponse,
): WireResponse {
  if (!claim || !isKept(world, reply.status)) return reply
  const { now } = world.clock
  const replies = repliesIn(world)
  for (const id of [...replies.keysBetween('expiresAt', undefined, now)]) replies.remove(id)
  replies.put({
    id: claim.id,
    fingerprint: claim.fingerprint,
    status: reply.status,
    body: reply.body,
    contentType: reply.headers['content-type'] ?? null,
    storedAt: now,
    expiresAt: now + world.assumptions.read('idempotency-window') * MILLISECONDS_PER_HOUR,
  })
  const { status, headers, body, why, reason, further } = reply
  return { status, headers, body, why, reason, further, keptAs: claim.id }
}

function isKept({ assumptions }: World, status: number): boolean {
  if (status >= 200 && status < 300) return true
  return (status === 404 || status === 422) && assumptions.read('idempotency-stored') === '2xx-404-422'
}
