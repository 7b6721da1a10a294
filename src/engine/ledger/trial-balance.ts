import { type Cents, centsText } from '../../kernel/cents'
import type { Scope } from '../model/context'
import { textOf } from '../model/row'
import { ACCOUNTS } from '../model/tables'
import { transactionsOf } from './entries'
import { ledgerCents } from './ledger'

/** One account of one company. Amounts are texts; balance = debits - credits. */
export interface TrialBalanceLine {
  /** The company of the line. */
  readonly company_id: number
  /** The number of the account. */
  readonly account_number: number
  /** The name of the account. */
  readonly account_name: string
  /** The sum of the debits. */
  readonly debits: string
  /** The sum of the credits. */
  readonly credits: string
  /** Debits less credits. */
  readonly balance: string
}

/** Conditions on entries: every one that is given must hold. */
export interface TrialBalanceQuery {
  /** Only accounts of this company. */
  readonly companyId?: number
  /** Only entries up to this day, as YYYY-MM-DD. */
  readonly date?: string
  /** Only records in this currency, with amounts in it instead of the company's currency. */
  readonly currency?: string
}

/** Every account with entries, by company and number; the sums of debits and credits are equal. */
export function trialBalance(
  scope: Scope,
  { companyId, date, currency }: TrialBalanceQuery = {},
  transactions = transactionsOf(scope),
): TrialBalanceLine[] {
  const totals = new Map<string, { company: number; account: number; debits: Cents; credits: Cents }>()
  for (const transaction of transactions) {
    if (companyId !== undefined && transaction.company_id !== companyId) continue
    if (date !== undefined && transaction.date > date) continue
    if (currency !== undefined && transaction.record_currency !== currency) continue
    for (const line of transaction.lines) {
      const key = `${transaction.company_id} ${line.account_number}`
      const total = totals.get(key) ?? {
        company: transaction.company_id,
        account: line.account_number,
        debits: 0n,
        credits: 0n,
      }
      const value = ledgerCents(currency === undefined ? line.value : line.record_value)
      if (value > 0n) total.debits += value
      else total.credits -= value
      totals.set(key, total)
    }
  }
  const accounts = scope.world.store.table(scope.organization, ACCOUNTS)
  return [...totals.values()]
    .sort((a, b) => a.company - b.company || a.account - b.account)
    .map(({ company, account, debits, credits }) => ({
      company_id: company,
      account_number: account,
      account_name: textOf(accounts.get(account) ?? { name: '' }, 'name'),
      debits: centsText(debits),
      credits: centsText(credits),
      balance: centsText(debits - credits),
    }))
}
