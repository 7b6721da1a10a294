type Row = readonly [number: number, name: string, account_type: string, currency: string, isSystem: boolean]

const PLAIN = false
const SYSTEM = true

/** The built-in chart of accounts for all companies (§3.8). */
const CHART: readonly Row[] = [
  [1000, 'Operating Bank', 'bank', 'USD', PLAIN],
  [1010, 'Euro Bank', 'bank', 'EUR', PLAIN],
  [1100, 'Accounts Receivable', 'accounts_receivable', '', SYSTEM],
  [1150, 'Undeposited Funds', 'other_current_asset', '', SYSTEM],
  [1300, 'Vendor Deposits', 'other_current_asset', '', SYSTEM],
  [1500, 'Equipment', 'fixed_asset', '', PLAIN],
  [1590, 'Accumulated Depreciation', 'fixed_asset', '', SYSTEM],
  [2000, 'Accounts Payable', 'accounts_payable', '', SYSTEM],
  [2050, 'Credit Card', 'credit_card', 'USD', PLAIN],
  [2200, 'Customer Deposits', 'other_current_liability', '', SYSTEM],
  [2300, 'Tax Payable', 'other_current_liability', '', SYSTEM],
  [2400, 'Deferred Revenue', 'deferred_revenue', '', SYSTEM],
  [3000, 'Retained Earnings', 'equity', '', SYSTEM],
  [3100, 'Net Income', 'equity', '', SYSTEM],
  [4000, 'Revenue', 'income', '', PLAIN],
  [5000, 'Cost of Goods Sold', 'cost_of_goods_sold', '', PLAIN],
  [6000, 'General Expense', 'expense', '', PLAIN],
  [6100, 'Bank Fees', 'expense', '', PLAIN],
  [6200, 'Depreciation Expense', 'expense', '', PLAIN],
  [7000, 'Realized Gain/Loss', 'other_income', '', SYSTEM],
  [7010, 'Rounding Gain/Loss', 'other_income', '', SYSTEM],
  [7100, 'Interest Income', 'other_income', '', PLAIN],
]

export const chart = CHART.map(([number, name, account_type, currency, isSystem]) => ({
  number,
  name,
  account_type,
  ...(currency && { currency_iso_4217_code: currency }),
  is_system: isSystem,
  system_ref: isSystem ? name : null,
}))

/** The id of an account of the chart in a preset world. */
export const accountId = (number: number): number => CHART.findIndex(([known]) => known === number) + 1
