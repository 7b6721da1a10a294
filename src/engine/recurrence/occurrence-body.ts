import { addDays, daysBetween, isPlainDate } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import type { Fields } from '../vocabulary/fields'

/**
 * The create body of the record of one occurrence: the payload under the date of the occurrence and in the
 * company of its template. All other dates keep their distance to the payload's own (docs/service.md §11.6).
 */
export function occurrenceBody(fields: Fields, payload: Row, company: number, date: string): Row {
  const body: Record<string, unknown> = { ...payload, company_id: payload.company_id ?? company }
  const { date: own } = payload
  if (!isPlainDate(own)) return body
  for (const [member, { kind, presence }] of Object.entries(fields)) {
    const value = payload[member]
    if (kind === 'date' && presence !== 'none' && isPlainDate(value))
      body[member] = shifted(date, daysBetween(own, value))
  }
  return body
}

const [FIRST, LAST] = ['1900-01-01', '9999-12-31']

/** There are no dates beyond the first and the last. */
const shifted = (date: string, days: number): string =>
  addDays(date, Math.max(daysBetween(date, FIRST), Math.min(days, daysBetween(date, LAST))))
