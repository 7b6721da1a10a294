import type { Listed, Storage, Usage } from './storage'

/** The storages of many sandboxes in one place. Only `binned` finds what lies in the bin. */
export interface SandboxStore {
  storage(id: string): Storage
  page(team: string, after: string, most: number): readonly Listed[]
  count(team: string): number
  teamOf(id: string): string | undefined
  /** Removes it with all its rows, also from the bin. */
  remove(id: string): void
  /** The next times at which sandboxes have something to do. */
  dues(): Iterable<readonly [id: string, at: number]>
  /** Notes when sandboxes got their last request, and how large they are. */
  used(uses: Iterable<Use>): void
  /** Sandboxes that nobody has used since, in served time. */
  idleSince(time: number): readonly string[]
  /** Puts it into the bin at a served time; null takes it out. */
  bin(id: string, at: number | null): void
  /** Lists the bin as far as it is older than a served time. */
  inBin(before: number): readonly InBin[]
  /** Reads a note of the whole deployment, by name. */
  note(name: string): string | undefined
  setNote(name: string, text: string): void
}

/** The use of a sandbox; what is not known stays as it was. */
export interface Use extends Usage {
  readonly id: string
  /** The served time of its last request. */
  readonly served?: number
}

interface InBin {
  readonly id: string
  readonly team: string
  readonly name: string
  /** In served time. */
  readonly binned: number
}
