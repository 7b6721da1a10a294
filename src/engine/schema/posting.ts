/** The vocabulary of ledger lines (§12.1). */

export type SystemAccount =
  | 'Accounts Receivable'
  | 'Undeposited Funds'
  | 'Vendor Deposits'
  | 'Accumulated Depreciation'
  | 'Accounts Payable'
  | 'Customer Deposits'
  | 'Tax Payable'
  | 'Deferred Revenue'
  | 'Retained Earnings'
  | 'Net Income'
  | 'Realized Gain/Loss'
  | 'Rounding Gain/Loss'

export type AccountSource =
  | { readonly kind: 'system'; readonly account: SystemAccount }
  /** The money account in `account_number`; if it is empty, Undeposited Funds. */
  | { readonly kind: 'money' }
  | { readonly kind: 'named'; readonly column: string }
  /** The account of the line's item for the document's side of the business. */
  | { readonly kind: 'item'; readonly side: 'sale' | 'purchase' }

export interface Posting {
  readonly side: 'debit' | 'credit'
  readonly account: AccountSource
  /** Column with the amount in record currency. */
  readonly amount: string
  /** Posts once for each line of this member; without it, once for the record. */
  readonly each?: string
  /** Posts only if this column is not null. */
  readonly where?: string
  /** Posts nothing if the record has a value in this column. */
  readonly unless?: string
  /** Column with the amount in the company's currency, if the exchange rate does not determine it. */
  readonly company?: string
  /** Column with the exchange gain, if comparing rates does not determine it. */
  readonly gain?: string
}

type More = Pick<Posting, 'each' | 'where' | 'unless' | 'company' | 'gain'>

/** Lines that settle the document in this column, at the carrying amount. */
export const applied = (where: string): More => ({ each: 'items', where, company: 'carrying_amount' })

const posting =
  (side: Posting['side']) =>
  (account: AccountSource, amount: string, more: More = {}): Posting => ({ side, account, amount, ...more })

export const debit = posting('debit')
export const credit = posting('credit')
export const system = (account: SystemAccount): AccountSource => ({ kind: 'system', account })
export const money: AccountSource = { kind: 'money' }
export const named = (column: string): AccountSource => ({ kind: 'named', column })
export const itemAccount = (side: 'sale' | 'purchase'): AccountSource => ({ kind: 'item', side })
