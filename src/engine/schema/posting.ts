/** The words a record type's ledger lines are described with (docs/service.md §12.1). */

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
  /** The money account that a column names; without one, the system account. */
  | { readonly kind: 'money'; readonly column: string; readonly otherwise: SystemAccount }
  /** The account that a column of the line names. */
  | { readonly kind: 'named'; readonly column: string }
  /** The account of the line's item, by the side of the business that the document is on. */
  | { readonly kind: 'item'; readonly side: 'sale' | 'purchase' }

export interface Posting {
  readonly side: 'debit' | 'credit'
  readonly account: AccountSource
  /** Column with the amount in the record's currency. */
  readonly amount: string
  /** Once for each line of this member; otherwise once for the record. */
  readonly each?: string
  /** Only where this column is not null. */
  readonly where?: string
  /** Column with the amount in the company's currency, where the exchange rate does not decide it. */
  readonly company?: string
}

type More = Pick<Posting, 'each' | 'where' | 'company'>

export const debit = (account: AccountSource, amount: string, more: More = {}): Posting => ({
  side: 'debit',
  account,
  amount,
  ...more,
})
export const credit = (account: AccountSource, amount: string, more: More = {}): Posting => ({
  side: 'credit',
  account,
  amount,
  ...more,
})
export const system = (account: SystemAccount): AccountSource => ({ kind: 'system', account })
export const money = (column: string, otherwise: SystemAccount): AccountSource => ({
  kind: 'money',
  column,
  otherwise,
})
export const named = (column: string): AccountSource => ({ kind: 'named', column })
export const itemAccount = (side: 'sale' | 'purchase'): AccountSource => ({ kind: 'item', side })
