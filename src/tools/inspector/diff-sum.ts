import type { RecordsDiff, WorldDiff } from '../../index'
import { grouped } from './amounts'

/** Such as `2 added, 1 changed`. */
export const typeSum = ({ added, removed, changed }: RecordsDiff): string =>
  Object.entries({ added, removed, changed })
    .filter(([, { length }]) => length > 0)
    .map(([how, { length }]) => `${length} ${how}`)
    .join(', ')

/** Accounts beyond these are in the table only. */
const ACCOUNTS_AT_MOST = 8

/** All that differs in two lines: `100 added invoices, ...` by type, and the changes of balances by account. */
export function diffSum({ records, balances }: WorldDiff): readonly string[] {
  const types = Object.entries(records).map(([type, diff]) => `${type}: ${typeSum(diff)}`)
  const accounts = balances
    .slice(0, ACCOUNTS_AT_MOST)
    .map(
      ({ account_number, change }) =>
        `${account_number} ${change.startsWith('-') ? '' : '+'}${grouped(change)}`,
    )
  const more = balances.length - accounts.length
  return [
    types.join('; ') || 'No record differs',
    [...accounts, ...(more > 0 ? [`and ${more} more accounts`] : [])].join(', ') || 'No balance differs',
  ]
}
