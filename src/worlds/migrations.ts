import { OptionError } from '../errors/option-error'
import { mapValues } from '../kernel/map-values'
import type { Dump, Row } from '../kernel/store'

/** A change of what the rows of a table look like, for worlds that a storage kept before it. */
export interface Migration {
  /** The change, such as `invoices: due_date`. */
  readonly name: string
  readonly table: string
  /** The row as it is stored now; undefined if it is gone. `scope` is the organisation, or ''. */
  row(before: Row, scope: string): Row | undefined
}

/** All of them, oldest first. A journal's version counts them, so an entry never moves. */
export const MIGRATIONS: Migration[] = []

/** @param storedBy the version of the journal that gave the rows; its last word counts the migrations that it knew */
export function migrated(tables: Dump, storedBy: string): Dump {
  const known = Number(storedBy.split(' ')[2] ?? 0)
  if (known > MIGRATIONS.length)
    throw new OptionError(
      'world',
      'a later version of accounting-simulator has stored these rows: install that one',
    )
  let now = tables
  for (const migration of MIGRATIONS.slice(Number.isSafeInteger(known) ? known : 0))
    now = applied(migration, now)
  return now
}

const applied = ({ table, row }: Migration, tables: Dump): Dump =>
  mapValues(tables, (content, scope): Dump[string] => {
    const rows = content[table]?.flatMap((before): Row[] =>
      [row(before, scope)].filter((one) => one !== undefined),
    )
    return rows ? { ...content, [table]: rows } : content
  })
