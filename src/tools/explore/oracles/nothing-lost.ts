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
    const missing = values.filter((value) => !there.has(value))
    // What somebody else removed cannot be told from what is lost.
    const removed = end.others.filter((one) => one.records === records && one.did === 'removed')
    if (missing.length <= removed.length) return []
    return missing.map((value) => `the ${nounOf(records)} with ${member} ${value} is lost`)
  }
