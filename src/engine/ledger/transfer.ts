import type { Row } from '../../kernel/store'
import { messages } from '../model/messages'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

const KINDS = ['bank', 'credit_card']

/**
 * Money between two accounts of one company, in the currency of the account it leaves (docs/service.md §4.6).
 */
export const transfer = defineBehaviour('transfer', 'transfer', {
  restsOn: ['bank-transfer-currency'],

  references(write) {
    const { from } = accountsOf(write)
    const company = write.find('companies', 'id', write.after.company_id)
    write.after.currency_iso_4217_code =
      from?.currency_iso_4217_code || company?.currency_iso_4217_code || null
  },

  state(write) {
    const members = write.definition.transfer ?? { from: '', to: '' }
    const { from, to } = accountsOf(write)
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

function accountsOf(write: Write): { from: Row | undefined; to: Row | undefined } {
  const { from, to } = write.definition.transfer ?? { from: '', to: '' }
  return {
    from: write.find('accounts', 'number', write.after[from]),
    to: write.find('accounts', 'number', write.after[to]),
  }
}

function isKnownCurrency(write: Write, { currency_iso_4217_code: currency }: Row): boolean {
  const company = write.find('companies', 'id', write.after.company_id)
  return (
    !currency ||
    currency === write.after.currency_iso_4217_code ||
    currency === company?.currency_iso_4217_code
  )
}
