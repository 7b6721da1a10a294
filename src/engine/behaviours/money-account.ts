import { amountText, decimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { messages } from '../model/refusals'
import { decimalOf, textOf } from '../model/row'
import { ACCOUNTS, COMPANIES } from '../model/tables'
import type { Definition } from '../schema/define'
import { wrongSign } from '../write/amount-limits'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

type MoneyRule = NonNullable<Definition['money']>

/** The bank, card or Undeposited Funds account that a record pays to or from (§4.5). */
export const moneyAccount = defineBehaviour('money account', 'money', {
  restsOn: ['money-account', 'undeposited-funds'],
  columns: (_, definition) => ({
    money_currency: null,
    ...(definition.settles?.unassigned && { unassigned_in_record: '0.00', unassigned_company: '0.00' }),
  }),

  references(write, { account, undeposited }) {
    const { after } = write
    if (undeposited) {
      if (after[account] !== null) after[undeposited] = null
      else after[undeposited] ??= after.currency_iso_4217_code
    }
    const named = write.find(ACCOUNTS, 'number', after[account])
    after.money_currency =
      (named ? named.currency_iso_4217_code || null : undeposited && after[undeposited]) ||
      after.currency_iso_4217_code
  },

  state(write, { account, undeposited, accepts, bankAmount }) {
    const named = write.find(ACCOUNTS, 'number', write.after[account])
    if (write.isPosted && write.after[account] === null && !undeposited)
      write.problems.add(account, messages.required)
    if (named && !isMoneyAccount(named, accepts)) write.problems.add(account, messages.account(named.number))
    else if (!takesBankAmount(write.definition, bankAmount) && !isKnownCurrency(write))
      write.problems.add(account, messages.account(write.after[account] ?? 'null'))
  },

  /** The unapplied amount is in the money account's currency. */
  amounts(write) {
    const { unassigned } = write.definition.settles ?? {}
    if (!unassigned) return
    const given = decimalOf(write.after, unassigned)
    const wrong = wrongSign(write.definition.fields[unassigned], textOf(write.after, unassigned))
    if (wrong) write.problems.add(unassigned, wrong)
    const rate = decimal(textOf(write.after, 'exchange_rate'))
    const inRecord =
      write.after.money_currency === write.after.currency_iso_4217_code || rate.eq(0)
        ? given
        : given.div(rate)
    write.after.unassigned_in_record = amountText(write.round(inRecord))
  },
})

const isMoneyAccount = ({ account_type, system_ref }: Row, accepts: MoneyRule['accepts']): boolean =>
  accepts.some((kind) => account_type === kind || system_ref === kind)

/** With a third currency a bank amount is required, which only some record types accept. */
function takesBankAmount({ fields }: Definition, bankAmount: string): boolean {
  const field = fields[bankAmount]
  return field !== undefined && field.presence !== 'none'
}

function isKnownCurrency(write: Write): boolean {
  const { after } = write
  const company = write.find(COMPANIES, 'id', after.company_id)
  return (
    after.money_currency === after.currency_iso_4217_code ||
    after.money_currency === company?.currency_iso_4217_code
  )
}
