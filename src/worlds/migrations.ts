import { OptionError } from '../errors/option-error'
import { mapValues } from '../kernel/map-values'
import type { Dump, Row } from '../kernel/store'

/** A change to the rows of a table, for worlds that an older version stored. */
export interface Migration {
  /** The change, such as `invoices: due_date`. */
  readonly name: string
  readonly table: string
  /** Returns the row in its current form; undefined removes it. `scope` is the organisation, or ''. */
  row(before: Row, scope: string): Row | undefined
}

/** All migrations, oldest first. The version of a journal counts them, so the order never changes. */
export const MIGRATIONS: Migration[] = []

/** @param storedBy the version of the journal that gave the rows; it ends in the number of migrations */
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
