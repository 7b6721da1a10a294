import type { Row } from '../../kernel/store'
import { refuse } from '../model/errors'
import { messages } from '../model/messages'
import { numberOf } from '../model/row'
import type { SystemAccount } from '../schema/posting'
import type { Write } from '../write/write'

/** The number of the account that a line with the item posts to, if any (docs/service.md §12.1). */
export function itemAccountNumber(write: Write, item: Row, side: 'sale' | 'purchase'): number | null {
  const account = write.find('accounts', 'id', itemAccountId(item, side, write.after.contracted === true))
  if (account && isUsable(account, write)) return numberOf(account, 'number')
  return write.after.contracted === true ? systemAccountNumber(write, 'Deferred Revenue') : null
}

const isUsable = (account: Row, write: Write): boolean =>
  account.company_id === null || account.company_id === write.after.company_id

function itemAccountId(item: Row, side: 'sale' | 'purchase', isContracted: boolean): unknown {
  if (isContracted) return item.deferral_account_id
  if (item.item_type === 'discount') return item.discount_account_id
  if (side === 'sale') return item.income_account_id
  return item.expense_account_id ?? item.asset_account_id
}

/** The number of the company's system account for a role. */
export function systemAccountNumber(write: Write, role: SystemAccount): number {
  write.world.assumptions.restOn('chart-preset')
  const accounts = write.table('accounts')
  const serving = accounts.keysWhere('system_ref', role).map((number) => accounts.get(number) as Row)
  const own = serving.find((account) => account.company_id === write.after.company_id)
  const account = own ?? serving.find((candidate) => candidate.company_id === null)
  if (!account) throw refuse.invalid({ __all__: [messages.noSystemAccount(role)] })
  return numberOf(account, 'number')
}
