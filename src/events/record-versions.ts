import type { Cause, Change } from '../kernel/history'
import type { Row } from '../kernel/store'

/** More than any timeline has entries. */
const AT_MOST = 10_000
/** Older ones are dropped that many at a time. */
const SPARE = 1000

/** The commit that replaced a row. */
interface Commit {
  /** Virtual time, ISO 8601. */
  readonly at: string
  readonly cause: Cause | undefined
}

interface Version extends Commit {
  readonly row: Row
  readonly before: Row | undefined
}

export type RowVersion = Pick<Version, 'row'> & Partial<Version>

/**
 * The last versions of records. Each is known by its row, which a rewind puts back as it was: so what was rewound
 * is in no history. It belongs to the host, as the timeline does. Every commit notes some and hardly anybody reads
 * them, so they are a list without an index.
 */
export class RecordVersions {
  #versions: Version[] = []

  /** @param isRecord whether a table holds records */
  note(changes: readonly Change[], isRecord: (table: string) => boolean, { at, cause }: Commit): void {
    for (const { scope, table, before, after } of changes)
      if (after !== undefined && scope !== '' && isRecord(table))
        this.#versions.push({ row: after, before, at, cause })
    if (this.#versions.length > AT_MOST + SPARE) this.#versions = this.#versions.slice(-AT_MOST)
  }

  /** The versions of a row, oldest first. The first one has no `at` if those before it are not known. */
  of(row: Row): RowVersion[] {
    const versions: RowVersion[] = []
    let wanted: Row | undefined = row
    const first = Math.max(0, this.#versions.length - AT_MOST)
    for (let at = this.#versions.length - 1; at >= first && wanted !== undefined; at -= 1) {
      const version = this.#versions[at] as Version
      if (version.row !== wanted) continue
      versions.push(version)
      wanted = version.before
    }
    if (wanted !== undefined) versions.push({ row: wanted })
    return versions.reverse()
  }

  clear(): void {
    this.#versions = []
  }
}
