import type { Records } from '../../../index'
import { nounOf } from '../report/nouns'
import { identifierOf, ownRecords, type Written } from './records-of'

/**
 * Every value is that of a record, unless somebody else removed that record or gave it another value.
 * @example nothingLost('invoices', 'reference_number', orders.map(({ reference }) => reference))
 */
export const nothingLost =
  (records: keyof Records, member: string, values: readonly string[]) =>
  (end: Written): string[] => {
    const own = new Map(
      ownRecords(end, records).map((record) => [identifierOf(record), String(record[member])]),
    )
    const there = new Set(own.values())
    const changed = end.others.filter(
      ({ did, was, became, ...one }) =>
        one.records === records &&
        (did === 'removed' || (own.has(one.id) && became?.[member] !== was?.[member])),
    )
    const taken = new Set(changed.map(({ was }) => String(was?.[member])))
    return values
      .filter((value) => !there.has(value) && !taken.has(value))
      .map((value) => `the ${nounOf(records)} with ${member} ${value} is lost`)
  }
