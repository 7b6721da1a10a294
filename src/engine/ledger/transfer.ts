import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

const KINDS = ['bank', 'credit_card']

/**
 * Money between two accounts of one company; its currency is that of the account it leaves (docs/service.md
 * §4.6).
 */
export const transfer: Capability = {
  name: 'transfer',
  rests: ['bank-transfer-currency'],
  appliesTo: (definition) => definition.transfer !== undefined,

  references(work) {
    const { from } = accountsOf(work)
    const company = work.find('companies', 'id', work.draft.company_id)
    work.draft.currency_iso_4217_code =
      from?.currency_iso_4217_code || company?.currency_iso_4217_code || null
  },

  state(work) {
    const members = work.definition.transfer ?? { from: '', to: '' }
    const { from, to } = accountsOf(work)
    for (const [account, member] of [
      [from, members.from],
      [to, members.to],
    ] as const)
      if (account && !isUsable(work, account)) work.problems.add(member, texts.account(account.number))
    if (from && from === to) work.problems.add(members.to, texts.account(to.number))
    else if (to && !isKnownCurrency(work, to)) work.problems.add(members.to, texts.account(to.number))
  },
}

function accountsOf(work: Work): { from: Row | undefined; to: Row | undefined } {
  const { from, to } = work.definition.transfer ?? { from: '', to: '' }
  return {
    from: work.find('accounts', 'number', work.draft[from]),
    to: work.find('accounts', 'number', work.draft[to]),
  }
}

const isUsable = (work: Work, account: Row): boolean =>
  KINDS.includes(String(account.account_type)) &&
  (account.company_id === null || account.company_id === work.draft.company_id)

function isKnownCurrency(work: Work, { currency_iso_4217_code: currency }: Row): boolean {
  const company = work.find('companies', 'id', work.draft.company_id)
  return (
    !currency ||
    currency === work.draft.currency_iso_4217_code ||
    currency === company?.currency_iso_4217_code
  )
}
