/** A sandbox in the memory of a process. */
import { messageOf } from '../kernel/message-of'
import { Sandbox } from './sandbox'
import { type Storage, StorageError } from './storage'
import type { SandboxHost } from './worlds'

export interface OpenSandbox {
  readonly sandbox: Sandbox
  /** Calls under way. */
  calls: number
  /** The host's time when it did something last. */
  used: number
  /** The served time when it got its last request, unless that is noted. */
  asked: number | undefined
  isRemoved?: boolean
}

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
