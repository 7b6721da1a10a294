import { refuseSurplus } from '../../../errors/at-caller'
import type { Records } from '../../../index'
import { manyOf, nounOf } from '../report/nouns'
import { oracle } from './oracle'
import { checkMember, ownRecords, type RecordMember, readNames, type Written } from './records-of'

/**
 * No two records of the type have the same value there. Records without one are passed over, and so is what somebody
 * else wrote.
 * @throws OptionError when it is asked, for a record type or member that does not exist
 * @example noDuplicates('invoices', 'reference_number')
 */
export function noDuplicates<Name extends keyof Records>(
  records: Name,
  member: RecordMember<Name>,
): (end: Written) => string[] {
  refuseSurplus(noDuplicates, arguments, 2)
  readNames('noDuplicates', records, member)
  return oracle((end) => {
    checkMember(end, records, member)
    const counts = new Map<string, number>()
    for (const record of ownRecords(end, records)) {
      const value = String(record[member] ?? '')
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return {
      complaints: [...counts]
        .filter(([, count]) => count > 1)
        .map(([value, count]) => {
          const times = count === 2 ? 'twice' : `${count} times`
          return `the ${nounOf(records)} with ${member} ${value} is there ${times}`
        }),
      idle:
        counts.size === 0 &&
        `noDuplicates('${records}', '${member}') compared nothing: no plan had ${manyOf(records)} with ${member}`,
    }
  })
}
