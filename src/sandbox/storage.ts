/** The durable storage of one sandbox: the interface that each engine implements. */
import type { Journal, RowChange, StoredTable } from '../index'
import type { ListedSandbox, SandboxOptions } from '../tools/controls/sandbox'

/** The data of a sandbox that is needed without opening its world. Tokens are stored as hashes only. */
export interface SandboxHead {
  readonly id: string
  readonly team: string
  readonly name: string
  readonly clock: 'live' | 'manual'
  /** The options as given when the sandbox was created. */
  readonly options: SandboxOptions
  /** The host's time when it was created, in milliseconds since 1970. */
  readonly created: number
  /** The hash of the token for its controls. */
  readonly tokenHash: string
  /** The version that wrote its rows, and options that rows depend on; absent before rows are stored. */
  readonly world?: Pick<Journal, 'version' | 'options'>
  /** The host's time at which the sandbox expires, in milliseconds since 1970. */
  readonly expires?: number
}

export type Listed = Omit<ListedSandbox, 'url' | 'rowsAtMost'>

/** The usage of a sandbox, as far as it is known. */
export type Usage = Partial<Pick<Listed, 'rows' | 'lastRequest'>>

/** A sandbox that the host has moved into the bin, and that can be restored. */
export interface Binned {
  readonly id: string
  readonly name: string
  /** The time of its move into the bin, in milliseconds since 1970. */
  readonly binned: number
  /** The time of its final deletion, in milliseconds since 1970, if the deployment runs until then. */
  readonly deleted: number
}

export const listedOf = (
  { id, name, clock, created, expires }: SandboxHead,
  { rows = null, lastRequest = null }: Usage = {},
): Listed => ({ id, name, clock, created, expires: expires ?? null, rows, lastRequest })

/** Changes that a team makes to a sandbox. */
export interface HeadChange {
  readonly name?: string
  /** The new end in milliseconds since 1970; null for none. */
  readonly expires?: number | null
  /** The hash of a new token for its controls. */
  readonly tokenHash?: string
  /** An additional API key of its service. */
  readonly apiKey?: string
}

export type RowPlace = Omit<RowChange, 'row'>

export const rowKey = ({ scope, table, key }: RowPlace): string => JSON.stringify([scope, table, key])

export interface RowText extends RowPlace {
  readonly json: string
}

/** One atomic write to the storage. */
export interface StorageBatch {
  readonly head?: SandboxHead
  /** The changed rows, each once; null for a deleted row. */
  readonly rows?: readonly (RowChange | RowText)[]
  /** The rows that a reset restores, if the world cannot be made again from its options. */
  readonly first?: readonly RowChange[]
  /** Some of those first rows as JSON. Each batch appends its part. */
  readonly firstPart?: string
  /** True until a new sandbox is complete. An incomplete one belongs to nobody; the next start removes it. */
  readonly isPart?: boolean
  /** The host's time at which the sandbox must be woken; null for never. */
  readonly due?: number | null
}

/** The rows of one sandbox in an engine such as SQLite or a Durable Object. */
export interface Storage {
  /** Undefined if there is no such sandbox. */
  head(): SandboxHead | undefined
  /** Every row. @throws StorageError for damaged rows */
  rows(): RowChange[]
  tables(): readonly Pick<StoredTable, 'scope' | 'table'>[]
  /** The rows of a table. @throws StorageError for damaged rows */
  rowsOf: StoredTable['rows']
  /** The rows as texts, in parts. @throws StorageError for damaged rows */
  parts(): Iterable<readonly RowText[]>
  /** Reads all tables in parts, so that `rowsOf` then returns at once. @throws StorageError */
  readAhead(): Iterable<unknown>
  /** The rows that a reset restores, in parts; undefined if the world can be made again. */
  first(): Iterable<readonly RowChange[]> | undefined
  /** The approximate size of the rows in characters. */
  size(): number
  /** The same size if it was counted, else undefined. */
  readonly counted: number | undefined
  /**
   * Stores a batch after the earlier ones. Returns undefined if it is stored, or if the engine itself holds
   * responses back until then; otherwise a promise. @throws StorageError or rejects with it; then nothing of
   * the batch is stored
   */
  write(batch: StorageBatch): Promise<void> | undefined
}

/** A batch could not be stored. The sandbox is then reopened, because its memory is ahead of the storage. */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(
    message: string,
    /** True if the storage is full. */
    readonly isFull: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The host cannot serve a request for another reason than its storage. Nothing is written. */
export class HostError extends StorageError {
  constructor(message: string) {
    super(message, false)
  }
}
