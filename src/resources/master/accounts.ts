import * as f from '../../engine/schema'

const words = (text: string): string[] => text.trim().split(/\s+/)

const ACCOUNT_TYPES = words(`
  bank accounts_receivable other_current_asset fixed_asset unbilled_receivable deferred_expense other_asset investment
  accounts_payable credit_card deferred_revenue long_term_liability other_current_liability equity income
  cost_of_goods_sold expense other_income other_expense
`)

const boxes = (form: string, numbers: string): string[] => words(numbers).map((box) => `${form}-Box ${box}`)

const CATEGORIES_1099 = [
  ...['', ...boxes('NEC', '1'), ...boxes('MISC', '1 2 3 4 5 6 8 9 10 11 12 14 15'), ...boxes('INT', '1 2 3')],
  ...boxes('DIV', '1a 1b 2a 2b 2c 2d 2e 2f 3 4 5 6 7 8 9 10 12 13'),
]

const SYSTEM_REFS = [
  ...[
    'Accounts Receivable',
    'Undeposited Funds',
    'Vendor Deposits',
    'Accumulated Depreciation',
    'Accounts Payable',
  ],
  ...['Customer Deposits', 'Tax Payable', 'Deferred Revenue', 'Retained Earnings', 'Net Income'],
  ...['Realized Gain/Loss', 'Rounding Gain/Loss', 'Accrued Purchases', 'Cumulative Translation Adjustment'],
  ...['Unrealized Gain/Loss', 'Matching Gain/Loss'],
]

/** The chart of accounts. An account without a company is shared by all companies. */
export const accounts = f.record({
  name: 'accounts',
  itemParameter: 'account_number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get'] },
  fields: {
    ...f.actors(),
    id: f.readOnly(f.integer()),
    name: f.text('non-empty'),
    number: f.integer(1),
    description: f.optional(f.text(), ''),
    is_active: f.optional(f.flag(), true),
    is_system: f.optional(f.flag(), false),
    company_id: f.maybe(f.reference('companies')),
    account_type: f.choice(...ACCOUNT_TYPES),
    currency_iso_4217_code: f.optional(f.maybeCurrency(), ''),
    category_1099: f.optional(f.choice(...CATEGORIES_1099), ''),
    system_ref: f.optional(f.nullable(f.choice(...SYSTEM_REFS))),
  },
  inLedger: {
    as: 'account_number',
    role: 'system_ref',
    fixes: ['account_type', 'currency_iso_4217_code', 'system_ref'],
  },
  unique: ['number'],
  filters: {
    id: f.anyOf('id'),
    name: f.contains('name'),
    names: f.anyOf('name', 'text'),
    description: f.contains('description'),
    number: f.anyOf('number'),
    numbers: f.anyOf('number'),
    account_types: f.anyChoice('account_type', ...ACCOUNT_TYPES),
    is_active: f.equals('is_active', 'flag'),
    is_system: f.equals('is_system', 'flag'),
    company_id: f.anyOf('company_id', 'integer-or-null'),
    currency: f.anyOf('currency_iso_4217_code', 'currency'),
    category_1099: f.anyChoice('category_1099', ...CATEGORIES_1099),
    system_ref: f.anyChoice('system_ref', ...SYSTEM_REFS),
  },
  orderings: ['name', 'number'],
  search: ['number', 'name'],
})
