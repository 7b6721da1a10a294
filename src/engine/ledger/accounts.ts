import type { Row } from '../../kernel/store'
import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import { numberOf } from '../model/row'
import type { SystemAccount } from '../schema/posting'
import type { Work } from '../write/write'

/** The number of the account that an item's line posts to, if the item has one (docs/service.md §12.1). */
export function itemAccountNumber(work: Work, item: Row, side: 'sale' | 'purchase'): number | null {
  const account = work.find('accounts', 'id', itemAccountId(item, side, work.draft.contracted === true))
  if (account && isUsable(account, work)) return numberOf(account, 'number')
  return work.draft.contracted === true ? systemAccountNumber(work, 'Deferred Revenue') : null
}

const isUsable = (account: Row, work: Work): boolean =>
  account.company_id === null || account.company_id === work.draft.company_id

function itemAccountId(item: Row, side: 'sale' | 'purchase', isContracted: boolean): unknown {
  if (isContracted) return item.deferral_account_id
  if (item.item_type === 'discount') return item.discount_account_id
  if (side === 'sale') return item.income_account_id
  return item.expense_account_id ?? item.asset_account_id
}

/** The number of the account that serves the company in a fixed role. */
export function systemAccountNumber(work: Work, role: SystemAccount): number {
  work.world.assumptions.read('chart-preset')
  const accounts = work.table('accounts')
  const serving = accounts.keysWhere('system_ref', role).map((number) => accounts.get(number) as Row)
  const own = serving.find((account) => account.company_id === work.draft.company_id)
  const account = own ?? serving.find((candidate) => candidate.company_id === null)
  if (!account) throw refuse.invalid({ __all__: [texts.noSystemAccount(role)] })
  return numberOf(account, 'number')
}
