import type { Row } from '../../kernel/store'
import { linesOf, textOf } from '../model/row'
import type { Write } from '../write/write'

/**
 * The date of the first posted record that settles a document. Only records that compare dates count (§4.5).
 *
 * @param resource the record type of the document
 */
export function firstSettlementDate(write: Write, resource: string, document: Row): string | undefined {
  const dates: string[] = []
  for (const { name, settles } of write.world.registry.everything) {
    if (!settles) continue
    const ofLines = settles.references.filter((kind) => kind.settles === resource)
    const ofRecord = (settles.sources ?? []).filter((kind) => kind.settles === resource)
    if (ofLines.length + ofRecord.length === 0) continue
    const settlesDocument = (row: Row, kinds: typeof ofLines): boolean =>
      kinds.some(({ by, key = 'number' }) => (row[by] ?? null) !== null && row[by] === document[key])
    for (const row of write.table(name).rows()) {
      const isCompared = settles.datesCompared === undefined || row[settles.datesCompared] === true
      if (row.record_status !== 'posted' || !isCompared) continue
      if (
        settlesDocument(row, ofRecord) ||
        linesOf(row, settles.lines).some((line) => settlesDocument(line, ofLines))
      )
        dates.push(textOf(row, 'date'))
    }
  }
  return dates.sort()[0]
}

/** True if a posted document moves to a later day and the service compares dates. */
export const isPostponed = ({ world, before, after, isPosted, wasPosted }: Write): boolean =>
  wasPosted &&
  isPosted &&
  String(after.date) > String(before?.date) &&
  world.assumptions.read('line-date-validation') === 'enforced'
