import type { Listed, Storage, Usage } from './storage'

/** The storages of many sandboxes. Only `inBin` returns sandboxes in the bin. */
export interface SandboxStore {
  storage(id: string): Storage
  page(team: string, after: string, most: number): readonly Listed[]
  count(team: string): number
  teamOf(id: string): string | undefined
  /** Removes a sandbox with all its rows, also from the bin. */
  remove(id: string): void
  /** The next due times of sandboxes. */
  dues(): Iterable<readonly [id: string, at: number]>
  /** Stores the time of the last request and the size of sandboxes. */
  used(uses: Iterable<Use>): void
  /** Sandboxes without a request since a served time. */
  idleSince(time: number): readonly string[]
  /** Moves a sandbox into the bin at a served time; null takes it out. */
  bin(id: string, at: number | null): void
  /** Sandboxes that were moved into the bin before a served time. */
  inBin(before: number): readonly InBin[]
  /** Reads a named value of the whole deployment. */
  note(name: string): string | undefined
  setNote(name: string, text: string): void
}

/** The usage of a sandbox. Missing members stay as they are stored. */
export interface Use extends Usage {
  readonly id: string
  /** The served time of the last request. */
  readonly served?: number
}

interface InBin {
  readonly id: string
  readonly team: string
  readonly name: string
  /** The served time at which it was moved into the bin. */
  readonly binned: number
}
