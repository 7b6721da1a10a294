/** Tie-outs of whole accounts. */
import { cents, centsText } from '../simulation/arithmetic'
import type { LedgerIndex } from './ledger-index'
import type { Story } from './story'

const RECEIVABLE = 1100

export function trialBalanceProblems(story: Story, ledger: LedgerIndex): string[] {
  const lines = story.simulator.books.trialBalance(1)
  const wrong = lines.filter(
    ({ account_number, balance }) => ledger.balance(account_number) !== cents(balance),
  )
  return [
    ...wrong.map(({ account_number, balance }) => `account ${account_number} shows ${balance}`),
    ...(ledger.accounts.size === lines.length
      ? []
      : ['the trial balance has other accounts than the ledger']),
  ]
}

/** What customers owe by their documents is what the receivable account carries, in both currencies. */
export function receivableProblems(story: Story, ledger: LedgerIndex): string[] {
  let inCompany = 0n
  const byCurrency: Record<string, bigint> = { USD: 0n, EUR: 0n }
  for (const { inCompany: value, inRecord, currency } of story.receivables.values()) {
    inCompany += value
    byCurrency[currency] = (byCurrency[currency] ?? 0n) + inRecord
  }
  const carried = ledger.balance(RECEIVABLE)
  return [
    ...(carried === inCompany
      ? []
      : [`1100 carries ${centsText(carried)}, documents ${centsText(inCompany)}`]),
    ...Object.entries(byCurrency).flatMap(([currency, due]) => {
      const shown = ledger.inCurrency(RECEIVABLE, currency)
      return shown === due ? [] : [`1100 in ${currency} is ${centsText(shown)}, documents ${centsText(due)}`]
    }),
  ]
}
