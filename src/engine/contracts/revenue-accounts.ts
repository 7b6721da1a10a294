import type { Row } from '../../kernel/store'
import { itemAccountNumber, systemAccountNumber } from '../item-account'
import type { Work } from '../work'
import { releasesDeposit } from './releases-deposit'

/** From which account the revenue of an obligation is taken, and to which it goes (docs/service.md §12.1). */
export function revenueAccounts(
  work: Work,
  obligation: Row | undefined,
): { readonly income: number | null; readonly deferral: number } {
  const item = work.find('items', 'id', obligation?.item_id)
  const income = item ? itemAccountNumber(work, item, 'sale') : null
  if (releasesDeposit(work.world, obligation))
    return { income, deferral: systemAccountNumber(work, 'Customer Deposits') }
  const own = work.find('accounts', 'id', item?.deferral_account_id)
  const isUsable = own && (own.company_id === null || own.company_id === work.draft.company_id)
  return {
    income,
    deferral: isUsable ? (own.number as number) : systemAccountNumber(work, 'Deferred Revenue'),
  }
}
