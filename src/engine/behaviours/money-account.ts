import { amountText, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { messages } from '../model/messages'
import { decimalOf, textOf } from '../model/row'
import { ACCOUNTS, COMPANIES } from '../model/tables'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

/** The bank, card or Undeposited Funds account that a record pays to or from (docs/service.md §4.5). */
export const moneyAccount = defineBehaviour('money account', 'money', {
  restsOn: ['money-account', 'undeposited-funds'],
  columns: (_, definition) => ({
    money_currency: null,
    ...(definition.settles?.unassigned && { unassigned_in_record: '0.00', unassigned_company: '0.00' }),
  }),

  references(write) {
    const { after, definition } = write
    const { account, undeposited } = definition.money ?? { account: '' }
    if (undeposited) {
      if (after[account] !== null) after[undeposited] = null
      else after[undeposited] ??= after.currency_iso_4217_code
    }
    const named = write.find(ACCOUNTS, 'number', after[account])
    after.money_currency =
      (named ? named.currency_iso_4217_code || null : undeposited && after[undeposited]) ||
      after.currency_iso_4217_code
  },

  state(write) {
    const { account } = write.definition.money ?? { account: '' }
    const named = write.find(ACCOUNTS, 'number', write.after[account])
    const { undeposited } = write.definition.money ?? {}
    if (write.isPosted && write.after[account] === null && !undeposited)
      write.problems.add(account, messages.required)
    if (named && !isMoneyAccount(write, named)) write.problems.add(account, messages.account(named.number))
    else if (!isKnownCurrency(write))
      write.problems.add(account, messages.account(write.after[account] ?? 'null'))
  },

  /** The unapplied amount is in the money account's currency. */
  amounts(write) {
    const { unassigned } = write.definition.settles ?? {}
    if (!unassigned) return
    const given = decimalOf(write.after, unassigned)
    if (given.lt(zero)) write.problems.add(unassigned, messages.atLeast(0))
    const rate = decimal(textOf(write.after, 'exchange_rate'))
    const inRecord =
      write.after.money_currency === write.after.currency_iso_4217_code || rate.eq(0)
        ? given
        : given.div(rate)
    write.after.unassigned_in_record = amountText(write.round(inRecord))
  },
})

const isMoneyAccount = (write: Write, account: Row): boolean =>
  (write.definition.money?.accepts ?? []).some(
    (kind) => account.account_type === kind || account.system_ref === kind,
  )

/** With a third currency a bank amount is required, which only some record types accept. */
function isKnownCurrency(write: Write): boolean {
  const { after, definition } = write
  const { presence = 'none' } = definition.fields[definition.money?.bankAmount ?? ''] ?? {}
  if (presence !== 'none') return true
  const company = write.find(COMPANIES, 'id', after.company_id)
  return (
    after.money_currency === after.currency_iso_4217_code ||
    after.money_currency === company?.currency_iso_4217_code
  )
}
