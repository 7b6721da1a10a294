import type { Cause, Change } from '../kernel/history'
import type { Row } from '../kernel/store'

/** More than any timeline has entries. */
const AT_MOST = 10_000

/** What a row was before, and the commit that replaced it. */
interface Version {
  readonly before: Row | undefined
  /** Virtual time of the commit, ISO 8601. */
  readonly at: string
  readonly cause: Cause | undefined
}

export interface RowVersion extends Partial<Version> {
  readonly row: Row
}

/**
 * The last versions of records. Each is known by its row, which a rewind puts back as it was: so what was rewound
 * is in no history. It belongs to the host, as the timeline does.
 */
export class RecordVersions {
  readonly #versions = new Map<Row, Version>()

  /** @param isRecord whether a table holds records */
  note(
    changes: readonly Change[],
    isRecord: (table: string) => boolean,
    commit: Pick<Version, 'at' | 'cause'>,
  ): void {
    for (const { scope, table, before, after } of changes)
      if (after !== undefined && scope !== '' && isRecord(table))
        this.#versions.set(after, { ...commit, before })
    for (const oldest of this.#versions.keys()) {
      if (this.#versions.size <= AT_MOST) break
      this.#versions.delete(oldest)
    }
  }

  /** The versions of a row, oldest first. The first one has no `at` if those before it are not known. */
  of(row: Row): RowVersion[] {
    const versions: RowVersion[] = []
    for (let at: Row | undefined = row; at !== undefined; ) {
      const version = this.#versions.get(at)
      versions.push({ row: at, ...version })
      at = version?.before
    }
    return versions.reverse()
  }

  clear(): void {
    this.#versions.clear()
  }
}
