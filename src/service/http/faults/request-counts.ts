import type { WireRequest } from '../../../events/traffic/wire-message'
import type { Store, Table } from '../../../kernel/store'
import { type RowIn, worldTable } from '../../../kernel/table-shape'
import { logicalRequest } from '../idempotency/fingerprint'

/** A request in the eyes of one watcher, such as a fault or a step of a scenario. */
export interface RequestCount {
  /** The number of the distinct request, from 1. */
  readonly request: number
  /** The number of this try of it, from 1. */
  readonly attempt: number
}

export const SEEN = worldTable('requestsSeen', {
  id: 'text',
  watcher: 'text',
  request: 'count',
  attempt: 'count',
})

const seenIn = (store: Store): Table<RowIn<typeof SEEN>> => store.worldTable(SEEN)

/**
 * Counts a request for a watcher. Equal URL, idempotency key and body make it the same request again. With
 * `keyed`, that is so only under an idempotency key, and any other request is a new one. Called in an atomic block.
 */
export function countRequest(
  store: Store,
  watcher: string,
  request: WireRequest,
  { keyed = false }: { readonly keyed?: boolean } = {},
): RequestCount {
  const seen = seenIn(store)
  const number = requestsSeen(store, watcher) + 1
  const isNew = keyed && request.headers['idempotency-key'] === undefined
  const id = `${watcher}|${isNew ? number : logicalRequest(request)}`
  const known = seen.get(id)
  const row = known ? { ...known, attempt: known.attempt + 1 } : { id, watcher, request: number, attempt: 1 }
  seen.put(row)
  return row
}

export const requestsSeen = (store: Store, watcher: string): number =>
  seenIn(store).keysWhere('watcher', watcher).length

export function forgetRequests(store: Store, watcher: string): void {
  const seen = seenIn(store)
  for (const id of [...seen.keysWhere('watcher', watcher)]) seen.remove(id)
}
