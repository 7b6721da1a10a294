/** A sandbox in the memory of a process. */
import { messageOf } from '../kernel/message-of'
import type { Retention } from './retention'
import { Sandbox } from './sandbox'
import type { SandboxStore, Use } from './sandbox-store'
import { type Listed, type Storage, StorageError } from './storage'
import type { SandboxHost } from './worlds'

export interface OpenSandbox {
  readonly sandbox: Sandbox
  /** Calls under way. */
  calls: number
  /** The host's time when it did something last. */
  used: number
  /** The time of its last request, as served and by the host, unless that is noted. */
  asked: Required<Pick<Use, 'served' | 'lastRequest'>> | undefined
  isRemoved?: boolean
}

/** The use of sandboxes in memory, as far as it is worth a note. */
const usesOf = (sandboxes: Iterable<readonly [id: string, open: OpenSandbox]>): Use[] =>
  [...sandboxes].flatMap(([id, { asked, sandbox }]) => {
    const { rows } = sandbox
    return asked || rows !== undefined ? [{ id, ...asked, ...(rows !== undefined && { rows }) }] : []
  })

/** Notes it. @throws StorageError */
export function noteUse(
  store: Pick<SandboxStore, 'used'>,
  sandboxes: readonly (readonly [string, OpenSandbox])[],
): void {
  const uses = usesOf(sandboxes)
  if (uses.length > 0) store.used(uses)
  for (const [, open] of sandboxes) open.asked = undefined
}

/** A sandbox in the list, with what is not noted yet. */
export const listedNow = (one: Listed, open: OpenSandbox | undefined): Listed => ({
  ...one,
  rows: open?.sandbox.rows ?? one.rows,
  lastRequest: open?.asked?.lastRequest ?? one.lastRequest,
})

/** For work whose failure nobody was told of. */
export function unlessStorage(error: unknown): void {
  if (!(error instanceof StorageError)) throw error
}

export const putAside = (ends: number): string =>
  `this sandbox ended the process ${ends} times and is put aside; its team can delete or restore it`

/** @throws StorageError for rows that cannot be read */
export function openFrom(storage: Storage, host: SandboxHost): Sandbox | undefined {
  try {
    return Sandbox.open(storage, host)
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw new StorageError(`the rows cannot be read: ${messageOf(error)}`, false, { cause: error })
  }
}

/** Runs what is due. A sandbox that is over is kept for a while if nobody could know before. */
export async function woken(sandbox: Sandbox, retention: Retention): Promise<'over' | 'kept' | 'awake'> {
  const isOver = (): boolean => sandbox.isExpired && retention.mayDelete(sandbox.head.expires)
  if (!isOver()) await sandbox.wake()
  if (isOver()) return 'over'
  return sandbox.isExpired ? 'kept' : 'awake'
}
