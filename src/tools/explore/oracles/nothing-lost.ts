import { refuseSurplus } from '../../../errors/at-caller'
import { arrayOf, text } from '../../../errors/reader'
import type { Records } from '../../../index'
import { nounOf } from '../report/nouns'
import { oracle } from './oracle'
import {
  checkMember,
  identifierOf,
  ownRecords,
  type RecordMember,
  readNames,
  type Written,
} from './records-of'

/**
 * Every value is that of a record, unless somebody else removed that record or gave it another value.
 * @throws OptionError for values that are no texts; when it is asked, for a type or member that does not exist
 * @example nothingLost('invoices', 'reference_number', orders.map(({ reference }) => reference))
 */
export function nothingLost<Name extends keyof Records>(
  records: Name,
  member: RecordMember<Name>,
  values: readonly string[],
): (end: Written) => string[] {
  refuseSurplus(nothingLost, arguments, 3)
  readNames('nothingLost', records, member)
  arrayOf(text, 'an array of texts')(values, 'values')
  return oracle((end) => {
    checkMember(end, records, member)
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
    const lost = values.filter((value) => !there.has(value) && !taken.has(value))
    return {
      complaints: lost.map((value) => `the ${nounOf(records)} with ${member} ${value} is lost`),
      idle:
        values.length === 0 &&
        `nothingLost('${records}', '${member}', []) compared nothing: without values nothing can be lost`,
      mayBeIdle: true,
    }
  })
}
