import type { Row } from '../../kernel/store'
import { messages } from '../model/refusals'
import { ACCOUNTS, COMPANIES } from '../model/tables'
import type { Definition } from '../schema/define'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

const KINDS = ['bank', 'credit_card']

/** Money between two accounts of one company, in the currency of the account that the money leaves (§4.6). */
export const transfer = defineBehaviour('transfer', 'transfer', {
  restsOn: ['bank-transfer-currency'],

  references(write, members) {
    const { from } = accountsOf(write, members)
    const company = write.find(COMPANIES, 'id', write.after.company_id)
    write.after.currency_iso_4217_code =
      from?.currency_iso_4217_code || company?.currency_iso_4217_code || null
  },

  state(write, members) {
    const { from, to } = accountsOf(write, members)
    for (const [account, member] of [
      [from, members.from],
      [to, members.to],
    ] as const)
      if (account && !KINDS.includes(String(account.account_type)))
        write.problems.add(member, messages.account(account.number))
    if (from && from === to) write.problems.add(members.to, messages.account(to.number))
    else if (to && !isKnownCurrency(write, to)) write.problems.add(members.to, messages.account(to.number))
  },
})

function accountsOf(
  write: Write,
  { from, to }: NonNullable<Definition['transfer']>,
): { from: Row | undefined; to: Row | undefined } {
  return {
    from: write.find(ACCOUNTS, 'number', write.after[from]),
    to: write.find(ACCOUNTS, 'number', write.after[to]),
  }
}

function isKnownCurrency(write: Write, { currency_iso_4217_code: currency }: Row): boolean {
  const company = write.find(COMPANIES, 'id', write.after.company_id)
  return (
    !currency ||
    currency === write.after.currency_iso_4217_code ||
    currency === company?.currency_iso_4217_code
  )
}
