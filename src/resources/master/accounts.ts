import { record } from '../../engine/schema/define'
import { actors } from '../../engine/schema/field-groups'
import {
  choice,
  flag,
  integer,
  maybe,
  maybeCurrency,
  nullable,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyChoice, anyOf, contains, equals } from '../../engine/schema/filters'

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
export const accounts = record({
  name: 'accounts',
  model: 'Account',
  path: 'accounts',
  identifier: 'number',
  itemParameter: 'account_number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get'] },
  fields: {
    ...actors(),
    id: readOnly(integer()),
    name: text('non-empty'),
    number: integer(1),
    description: optional(text(), ''),
    is_active: optional(flag(), true),
    is_system: optional(flag(), false),
    company_id: maybe(reference('companies')),
    account_type: choice(...ACCOUNT_TYPES),
    currency_iso_4217_code: optional(maybeCurrency(), ''),
    category_1099: optional(choice(...CATEGORIES_1099), ''),
    system_ref: optional(nullable(choice(...SYSTEM_REFS))),
  },
  inLedger: {
    as: 'account_number',
    role: 'system_ref',
    fixes: ['account_type', 'currency_iso_4217_code', 'system_ref'],
  },
  unique: ['number'],
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    names: anyOf('name', 'text'),
    description: contains('description'),
    number: equals('number', 'integer'),
    numbers: anyOf('number'),
    account_types: anyChoice('account_type', ...ACCOUNT_TYPES),
    is_active: equals('is_active', 'flag'),
    is_system: equals('is_system', 'flag'),
    company_id: equals('company_id', 'integer-or-null'),
    currency: anyOf('currency_iso_4217_code', 'currency'),
    category_1099: anyChoice('category_1099', ...CATEGORIES_1099),
    system_ref: anyChoice('system_ref', ...SYSTEM_REFS),
  },
  orderings: ['name', 'number'],
  search: ['number', 'name'],
})
