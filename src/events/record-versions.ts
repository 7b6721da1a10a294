import type { Cause, Change } from '../kernel/history'
import type { Key, Row } from '../kernel/store'
import { WORLD } from '../kernel/table-shape'
import type { StoredVersion } from './stored-timeline'
import { Allowance } from './traffic/allowance'

/** More than a timeline's entries, even after its oldest tenth is dropped. */
const AT_MOST = 11_200

/** The commit that replaced a row. */
interface Commit {
  /** Virtual time, ISO 8601. */
  readonly at: string
  readonly cause: Cause | undefined
}

interface Place {
  readonly scope: string
  readonly table: string
  readonly key: Key
}

type RowAt = (place: Place) => Row | undefined

interface Version extends Commit, Place {
  readonly row: Row
  readonly before: Row | undefined
}

export type RowVersion = Pick<Version, 'row'> & Partial<Version>

/**
 * The last versions of records. Each version is identified by its row object. A rewind restores the earlier
 * object, so rewound versions are not found. Not part of the world, like the timeline. A list without an
 * index, because every commit writes to it and few callers read it.
 */
export class RecordVersions {
  #versions: Version[] = []
  readonly #allowance: Allowance<Version>

  /** @param bytes maximum size of rows in characters; beyond it, the oldest versions are dropped */
  constructor(bytes: number) {
    this.#allowance = new Allowance({ entries: AT_MOST, bytes })
  }

  /** @param isRecord true for a table that holds records */
  note(changes: readonly Change[], isRecord: (table: string) => boolean, { at, cause }: Commit): void {
    for (const { scope, table, key, before, after } of changes)
      if (after !== undefined && scope !== WORLD && isRecord(table))
        this.#keep({ scope, table, key, row: after, before, at, cause })
    const excess = this.#allowance.excess(this.#versions)
    if (excess > 0) this.#versions = this.#versions.slice(excess)
  }

  #keep(version: Version): void {
    this.#versions.push(version)
    // The row before is counted, too, because its own version may have been dropped.
    this.#allowance.measure(version, sizeOf(version.row) + sizeOf(version.before))
  }

  /** The versions of a row, oldest first. If earlier ones were dropped, the first has no `at`. */
  of(row: Row): RowVersion[] {
    const versions: RowVersion[] = []
    let wanted: Row | undefined = row
    for (let at = this.#versions.length - 1; at >= 0 && wanted !== undefined; at -= 1) {
      const version = this.#versions[at] as Version
      if (version.row !== wanted) continue
      versions.push(version)
      wanted = version.before
    }
    if (wanted !== undefined) versions.push({ row: wanted })
    return versions.reverse()
  }

  /** The last versions that lead to the current rows, oldest first. Rewound versions are left out. */
  stored(last: number, rowAt: RowAt): StoredVersion[] {
    const wanted = new Set<Row | undefined>()
    const stored: StoredVersion[] = []
    for (let at = this.#versions.length - 1; at >= 0 && stored.length < last; at -= 1) {
      const { scope, table, key, row, before, cause, ...version } = this.#versions[at] as Version
      if (!wanted.has(row) && rowAt({ scope, table, key }) !== row) continue
      if (before) wanted.add(before)
      stored.push({ scope, table, key, before: before ?? null, ...version, cause: cause?.sequence ?? null })
    }
    return stored.reverse()
  }

  /** Loads stored versions for the current rows. */
  load(versions: readonly StoredVersion[], rowAt: RowAt): void {
    const rows = new Map<string, Row | undefined>()
    const known: Version[] = []
    for (const { before, at, cause, ...place } of [...versions].reverse()) {
      const name = JSON.stringify([place.scope, place.table, place.key])
      const row = rows.has(name) ? rows.get(name) : rowAt(place)
      rows.set(name, before ?? undefined)
      const commit = { at, cause: cause === null ? undefined : { sequence: cause } }
      if (row) known.push({ ...place, row, before: before ?? undefined, ...commit })
    }
    this.clear()
    for (const version of known.reverse()) this.#keep(version)
  }

  clear(): void {
    this.#versions = []
    this.#allowance.clear()
  }
}

/** The approximate length of its JSON. Writing the JSON would take several times as long for every commit. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + QUOTES
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : SCALAR
  let size = BRACES
  if (Array.isArray(value)) for (const element of value) size += sizeOf(element) + COMMA
  else {
    const members = value as Row
    for (const name in members) size += name.length + QUOTES + COLON + sizeOf(members[name]) + COMMA
  }
  return size
}

const QUOTES = 2
const BRACES = 2
const COLON = 1
const COMMA = 1
/** The length of numbers, booleans and null. */
const SCALAR = 4
