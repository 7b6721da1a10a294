import { amountText, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { decimalOf, textOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

/** The bank, card or Undeposited Funds account that a record moves money through (docs/service.md §4.5). */
export const moneyAccount: Capability = {
  name: 'money account',
  rests: ['money-account', 'undeposited-funds'],
  appliesTo: (definition) => definition.money !== undefined,
  columns: (definition) => ({
    money_currency: null,
    ...(definition.settles?.unassigned && { unassigned_in_record: '0.00' }),
  }),

  references(work) {
    const { draft, definition } = work
    const { account, undeposited } = definition.money ?? { account: '' }
    if (undeposited) {
      if (draft[account] !== null) draft[undeposited] = null
      else draft[undeposited] ??= draft.currency_iso_4217_code
    }
    const named = work.find('accounts', 'number', draft[account])
    draft.money_currency =
      (named ? named.currency_iso_4217_code || null : undeposited && draft[undeposited]) ||
      draft.currency_iso_4217_code
  },

  state(work) {
    const { account } = work.definition.money ?? { account: '' }
    const named = work.find('accounts', 'number', work.draft[account])
    const { undeposited } = work.definition.money ?? {}
    if (work.isPosted && work.draft[account] === null && !undeposited)
      work.problems.add(account, texts.required)
    if (named && !isMoneyAccount(work, named)) work.problems.add(account, texts.account(named.number))
    else if (!isKnownCurrency(work)) work.problems.add(account, texts.account(work.draft[account] ?? 'null'))
  },

  /** Money that no line assigns is told in the money account's currency. */
  amounts(work) {
    const { unassigned } = work.definition.settles ?? {}
    if (!unassigned) return
    const given = decimalOf(work.draft, unassigned)
    if (given.lessThan(zero)) work.problems.add(unassigned, texts.atLeast(0))
    const rate = decimal(textOf(work.draft, 'exchange_rate'))
    const inRecord =
      work.draft.money_currency === work.draft.currency_iso_4217_code || rate.isZero()
        ? given
        : given.dividedBy(rate)
    work.draft.unassigned_in_record = amountText(work.round(inRecord))
  },
}

function isMoneyAccount(work: Work, account: Row): boolean {
  if (account.company_id !== null && account.company_id !== work.draft.company_id) return false
  const accepted = work.definition.money?.accepts ?? []
  return accepted.some((kind) => account.account_type === kind || account.system_ref === kind)
}

/** A third currency needs a bank amount, which only some record types take. */
function isKnownCurrency(work: Work): boolean {
  const { draft, definition } = work
  const { presence = 'none' } = definition.fields[definition.money?.bankAmount ?? ''] ?? {}
  if (presence !== 'none') return true
  const company = work.find('companies', 'id', draft.company_id)
  return (
    draft.money_currency === draft.currency_iso_4217_code ||
    draft.money_currency === company?.currency_iso_4217_code
  )
}
