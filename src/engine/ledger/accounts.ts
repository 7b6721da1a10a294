import { messages, refuse } from '../model/refusals'
import { ACCOUNTS, type AccountRow, type ItemRow } from '../model/tables'
import type { SystemAccount } from '../schema/posting'
import type { Write } from '../write/write'

type Side = 'sale' | 'purchase'

/** The account that a line with the item posts to, if any (§12.1). */
export function accountOfItem(write: Write, item: ItemRow, side: Side): AccountRow | undefined {
  const isDeferred = defersRevenue(write)
  const account = write.find(ACCOUNTS, 'id', itemAccountId(item, side, isDeferred))
  if (account && isUsable(account, write)) return account
  return isDeferred ? systemAccount(write, 'Deferred Revenue') : undefined
}

export function itemAccountNumber(write: Write, item: ItemRow, side: Side): number | null {
  const account = accountOfItem(write, item, side)
  return account ? account.number : null
}

function defersRevenue({ definition, after }: Write): boolean {
  const { deferredWhen } = definition
  return deferredWhen !== undefined && after[deferredWhen] === true
}

const isUsable = (account: AccountRow, write: Write): boolean =>
  account.company_id === null || account.company_id === write.after.company_id

function itemAccountId(item: ItemRow, side: Side, isDeferred: boolean): number | null {
  if (isDeferred) return item.deferral_account_id
  if (item.item_type === 'discount') return item.discount_account_id
  if (side === 'sale') return item.income_account_id
  return item.expense_account_id ?? item.asset_account_id
}

export const systemAccountNumber = (write: Write, role: SystemAccount): number =>
  systemAccount(write, role).number

/** The company's own account comes before an account of all companies. */
function systemAccount(write: Write, role: SystemAccount): AccountRow {
  write.world.assumptions.noteUse('chart-preset')
  const accounts = write.table(ACCOUNTS)
  let shared: AccountRow | undefined
  for (const account of accounts.rowsWhere('system_ref', role)) {
    if (account.company_id === write.after.company_id) return account
    if (account.company_id === null) shared ??= account
  }
  if (!shared) throw refuse.invalid({ __all__: [messages.noSystemAccount(role)] })
  return shared
}
