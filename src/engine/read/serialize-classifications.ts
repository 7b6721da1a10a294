import type { Row } from '../../kernel/store'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { CLASSIFICATION_LINES, CLASSIFICATIONS } from '../model/tables'

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
