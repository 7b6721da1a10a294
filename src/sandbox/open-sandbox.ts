/** A sandbox that is open in the memory of a process. */
import { messageOf } from '../kernel/message-of'
import type { Retention } from './retention'
import { Sandbox } from './sandbox'
import type { SandboxStore, Use } from './sandbox-store'
import { type Listed, type Storage, StorageError } from './storage'
import type { SandboxHost } from './worlds'

export interface OpenSandbox {
  readonly sandbox: Sandbox
  /** The number of calls under way. */
  calls: number
  /** The host's time of its last use. */
  used: number
  /** The served time and the host's time of its last request, unless they are already stored. */
  asked: Required<Pick<Use, 'served' | 'lastRequest'>> | undefined
  isRemoved?: boolean
}

/** The usage of open sandboxes that is not stored yet. */
const usesOf = (sandboxes: Iterable<readonly [id: string, open: OpenSandbox]>): Use[] =>
  [...sandboxes].flatMap(([id, { asked, sandbox }]) => {
    const { rows } = sandbox
    return asked || rows !== undefined ? [{ id, ...asked, ...(rows !== undefined && { rows }) }] : []
  })

/** Stores the usage of open sandboxes. @throws StorageError */
export function noteUse(
  store: Pick<SandboxStore, 'used'>,
  sandboxes: readonly (readonly [string, OpenSandbox])[],
): void {
  const uses = usesOf(sandboxes)
  if (uses.length > 0) store.used(uses)
  for (const [, open] of sandboxes) open.asked = undefined
}

/** The list entry of a sandbox, with usage that is not stored yet. */
export const listedNow = (one: Listed, open: OpenSandbox | undefined): Listed => ({
  ...one,
  rows: open?.sandbox.rows ?? one.rows,
  lastRequest: open?.asked?.lastRequest ?? one.lastRequest,
})

/** Swallows a StorageError of work that no client was promised. */
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

/** Runs the timers that are due. An expired sandbox is kept for a while if the host was down at its end. */
export async function woken(sandbox: Sandbox, retention: Retention): Promise<'over' | 'kept' | 'awake'> {
  const isOver = (): boolean => sandbox.isExpired && retention.mayDelete(sandbox.head.expires)
  if (!isOver()) await sandbox.wake()
  if (isOver()) return 'over'
  return sandbox.isExpired ? 'kept' : 'awake'
}
