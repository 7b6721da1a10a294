import type { Row } from '../../kernel/store'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { linesOf } from '../model/row'
import { CLASSIFICATION_LINES, CLASSIFICATIONS } from '../model/tables'
import type { ResponseShape } from './shape'

/** Adds the current names of classification and line to the entries. */
export function serializeClassifications(scope: Scope, given: readonly Row[]): readonly Row[] {
  if (given.length === 0) return []
  return given.map(({ id, line_id }) => {
    const classification = findRecord(scope, CLASSIFICATIONS, 'id', id)
    const line = findRecord(scope, CLASSIFICATION_LINES, 'id', line_id)
    return {
      id,
      name: classification?.name ?? null,
      line_id,
      line_name: line?.name ?? null,
      parent_classification_id: classification?.parent_id ?? null,
      parent_classification_line_id: line?.parent_id ?? null,
    }
  })
}

/** The ways to derive the classifications of a record from those of its lines (§2.5). */
export const HEADER_CLASSIFICATIONS: Readonly<
  Record<ResponseShape['headerClassifications'], (row: Row, members: readonly string[]) => readonly Row[]>
> = { 'common-entries': common, 'all-entries': distinct, empty: () => [] }

function distinct(row: Row, members: readonly string[]): readonly Row[] {
  const lines = members.flatMap((member) => linesOf(row, member))
  const entries = lines.flatMap((line) => linesOf(line, 'classifications'))
  return entries.filter(
    (entry, at) =>
      entries.findIndex(({ id, line_id }) => id === entry.id && line_id === entry.line_id) === at,
  )
}

/** The entries that all lines of these members share. */
function common(row: Row, members: readonly string[]): readonly Row[] {
  let shared: readonly Row[] | undefined
  for (const member of members)
    for (const line of linesOf(row, member)) {
      const entries = linesOf(line, 'classifications')
      shared =
        shared === undefined
          ? entries
          : shared.filter(({ id, line_id }) =>
              entries.some((other) => other.id === id && other.line_id === line_id),
            )
      if (shared.length === 0) return shared
    }
  return shared ?? []
}
