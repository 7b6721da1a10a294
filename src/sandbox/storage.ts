/** The storage of one sandbox over restarts, and the interface that an engine must offer for it. */
import type { Journal, RowChange, StoredTable } from '../index'
import type { ListedSandbox, SandboxOptions } from '../tools/controls/sandbox'

/** The head of a sandbox has the facts that need no open world. Only hashes of tokens are kept. */
export interface SandboxHead {
  readonly id: string
  readonly team: string
  readonly name: string
  readonly clock: 'live' | 'manual'
  /** As given when it was created. */
  readonly options: SandboxOptions
  /** The host's time when it was created, in milliseconds since 1970. */
  readonly created: number
  /** The digest of the token of its controls. */
  readonly tokenHash: string
  /** The version that wrote its rows, and the options that their future depends on; absent until rows are stored. */
  readonly world?: Pick<Journal, 'version' | 'options'>
  /** The host's time at which it is deleted, in milliseconds since 1970. */
  readonly expires?: number
}

export type Listed = Omit<ListedSandbox, 'url' | 'rowsAtMost'>

/** The use of a sandbox, as far as it is known. */
export type Usage = Partial<Pick<Listed, 'rows' | 'lastRequest'>>

/** A sandbox that the host has deleted by itself, and that can be restored. */
export interface Binned {
  readonly id: string
  readonly name: string
  /** It came there then, in milliseconds since 1970. */
  readonly binned: number
  /** It is deleted for good then if the deployment still serves, in milliseconds since 1970. */
  readonly deleted: number
}

export const listedOf = (
  { id, name, clock, created, expires }: SandboxHead,
  { rows = null, lastRequest = null }: Usage = {},
): Listed => ({ id, name, clock, created, expires: expires ?? null, rows, lastRequest })

/** Changes of a sandbox from outside. */
export interface HeadChange {
  readonly name?: string
  /** Milliseconds since 1970; null for never. */
  readonly expires?: number | null
  /** The digest of another token of its controls. */
  readonly tokenHash?: string
  /** A further key of its service. */
  readonly apiKey?: string
}

export type RowPlace = Omit<RowChange, 'row'>

export const rowKey = ({ scope, table, key }: RowPlace): string => JSON.stringify([scope, table, key])

export interface RowText extends RowPlace {
  readonly json: string
}

/** One write to the storage: all of it or nothing. */
export interface StorageBatch {
  readonly head?: SandboxHead
  /** Each row once; null for a row that is gone. */
  readonly rows?: readonly (RowChange | RowText)[]
  /** The first rows of all, for a reset; only for a world that cannot be made again. */
  readonly first?: readonly RowChange[]
  /** Some of the first rows, as JSON; each such batch adds to them. */
  readonly firstPart?: string
  /** True until a new sandbox is whole. What is not is nobody's, and is removed at the next start. */
  readonly isPart?: boolean
  /** The host's time at which the sandbox has to be opened without a request; null for never. */
  readonly due?: number | null
}

/** The rows of one sandbox, kept by an engine such as SQLite or a Durable Object. */
export interface Storage {
  /** Undefined if there is no such sandbox. */
  head(): SandboxHead | undefined
  /** Every row. @throws StorageError for rows that are damaged */
  rows(): RowChange[]
  tables(): readonly Pick<StoredTable, 'scope' | 'table'>[]
  /** The rows of a table. @throws StorageError for rows that are damaged */
  rowsOf: StoredTable['rows']
  /** The rows as texts, part by part. @throws StorageError for rows that are damaged */
  parts(): Iterable<readonly RowText[]>
  /** Reads all tables part by part, so that `rowsOf` has them at once. @throws StorageError */
  readAhead(): Iterable<unknown>
  /** The first rows of all, part by part; undefined for a world that can be made again. */
  first(): Iterable<readonly RowChange[]> | undefined
  /** About how many characters the rows have. */
  size(): number
  /** The same, if they were counted. */
  readonly counted: number | undefined
  /**
   * Stores a batch, after those before it. Undefined if it is stored, or if the engine itself holds answers back until
   * it is; otherwise a promise that ends when it is. @throws StorageError, or rejects with one; then nothing of it is
   * stored
   */
  write(batch: StorageBatch): Promise<void> | undefined
}

/** The storage could not keep a batch. The sandbox is opened anew, so that memory is never ahead of the storage. */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(
    message: string,
    /** True if there is no room for it. */
    readonly isFull: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The host cannot do it at the moment, for a reason that is not the storage. Nothing is written either. */
export class HostError extends StorageError {
  constructor(message: string) {
    super(message, false)
  }
}
