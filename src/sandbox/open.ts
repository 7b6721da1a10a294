/** A sandbox in the memory of a process. */
import { messageOf } from '../kernel/message-of'
import { Sandbox } from './sandbox'
import type { Use } from './shelf'
import { type Listed, type Storage, StorageError } from './storage'
import type { SandboxHost } from './worlds'

export interface OpenSandbox {
  readonly sandbox: Sandbox
  /** Calls under way. */
  calls: number
  /** The host's time when it did something last. */
  used: number
  /** When it got its last request, in served time and in that of the host, unless that is noted. */
  asked: Required<Pick<Use, 'served' | 'lastRequest'>> | undefined
  isRemoved?: boolean
}

/** The use of sandboxes in memory, as far as it is worth a note. */
export const usesOf = (sandboxes: Iterable<readonly [id: string, open: OpenSandbox]>): Use[] =>
  [...sandboxes].flatMap(
    ([
      id,
      {
        asked,
        sandbox: { rows },
      },
    ]) => (asked || rows !== undefined ? [{ id, ...asked, ...(rows !== undefined && { rows }) }] : []),
  )

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
export function openedFrom(storage: Storage, host: SandboxHost): Sandbox | undefined {
  try {
    return Sandbox.open(storage, host)
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw new StorageError(`the rows cannot be read: ${messageOf(error)}`, false, { cause: error })
  }
}
