import type { ExportedWorld } from 'accounting-simulator'
import { expect } from 'vitest'
import type { BrokenInvariant } from '../../src/engine/audit/audit-scope'
import { checkBooks, newFindings } from '../../src/engine/audit/check'
import type { Scope } from '../../src/engine/model/context'
import { areAlike } from '../../src/kernel/are-alike'
import { type Key, type Row, Store } from '../../src/kernel/store'
import { registry } from '../../src/resources/registry'
import { keyColumnOf, worldOver } from '../../src/worlds/new-world'
import { readOptions } from '../../src/worlds/options/settings'

export type Rows = Record<string, Record<string, unknown>[]>

/** The books of a world file, whose rows are written behind the simulator's back. */
export function booksIn(file: ExportedWorld): Scope {
  const store = new Store(keyColumnOf(registry))
  store.load(structuredClone(file.tables))
  return {
    world: worldOver(
      store,
      registry,
      readOptions({}, () => 0),
    ),
    organization: 'org-1',
  }
}

class Undone extends Error {}

/**
 * What a write breaks by the audit of the whole books, and by that of its changes, which must break the same
 * invariants. The write is undone.
 */
export function findingsAfter(scope: Scope, write: () => void): BrokenInvariant[] {
  const { history } = scope.world.store
  let [whole, ofChanges]: BrokenInvariant[][] = [[], []]
  history.beforeCommit((changes) => {
    whole = checkBooks(scope)
    ofChanges = newFindings(
      scope,
      changes.filter((one) => one.scope === scope.organization),
      false,
    )
    throw new Undone()
  })
  expect(() => history.atomically(write)).toThrow(Undone)
  history.beforeCommit(() => undefined)
  expect(namesIn(ofChanges ?? [])).toEqual(namesIn(whole ?? []))
  return whole ?? []
}

export const namesIn = (found: readonly BrokenInvariant[]): string[] => [
  ...new Set(found.map(({ invariant }) => invariant)),
]

/** Writes the rows of a world as a function changes them. */
export function rewrite({ world: { store }, organization }: Scope, corrupt: (rows: Rows) => void): void {
  const rows = structuredClone(store.dump()[organization]) as unknown as Rows
  corrupt(rows)
  for (const [name, wanted] of Object.entries(rows)) {
    const table = store.table(organization, name)
    const keyOf = (row: Record<string, unknown>): Key => row[keyColumnOf(registry)(name)] as Key
    const kept = new Set(wanted.map(keyOf))
    for (const key of [...table.keys()]) if (!kept.has(key)) table.remove(key)
    for (const row of wanted as Row[]) if (!areAlike(table.get(keyOf(row)), row)) table.put(row)
  }
}
