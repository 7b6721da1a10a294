import type { Records } from '../../../index'
import { nounOf } from '../report/nouns'
import { ownRecords, type Written } from './records-of'

/**
 * Every value is that of a record.
 * @example nothingLost('invoices', 'reference_number', orders.map(({ reference }) => reference))
 */
export const nothingLost =
  (records: keyof Records, member: string, values: readonly string[]) =>
  (end: Written): string[] => {
    const there = new Set(ownRecords(end, records).map((record) => String(record[member])))
    return values
      .filter((value) => !there.has(value))
      .map((value) => `the ${nounOf(records)} with ${member} ${value} is lost`)
  }
