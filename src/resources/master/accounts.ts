import { record } from '../../engine/define'
import { actors } from '../../engine/field-groups'
import {
  choice,
  currency,
  flag,
  integer,
  maybe,
  nullable,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/fields'
import { anyOf, contains, equals } from '../../engine/filters'

/** The chart of accounts. An account without a company serves all of them. */
export const accounts = record({
  name: 'accounts',
  model: 'Account',
  path: 'accounts',
  identifier: 'number',
  basis: 'specified',
  operations: { v1: ['list', 'get'] },
  fields: {
    ...actors(),
    id: readOnly(integer()),
    name: text('non-empty'),
    number: integer(),
    description: optional(text(), ''),
    is_active: optional(flag(), true),
    is_system: optional(flag(), false),
    company_id: maybe(reference('companies')),
    account_type: choice(
      ...([
        'bank',
        'accounts_receivable',
        'other_current_asset',
        'fixed_asset',
        'unbilled_receivable',
      ] as const),
      ...(['deferred_expense', 'other_asset', 'investment', 'accounts_payable', 'credit_card'] as const),
      ...([
        'deferred_revenue',
        'long_term_liability',
        'other_current_liability',
        'equity',
        'income',
      ] as const),
      ...(['cost_of_goods_sold', 'expense', 'other_income', 'other_expense'] as const),
    ),
    currency_iso_4217_code: optional(currency(), ''),
    category_1099: optional(text(), ''),
    system_ref: optional(nullable(text())),
  },
  unique: ['number'],
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    names: anyOf('name', 'text'),
    description: contains('description'),
    number: equals('number', 'integer'),
    numbers: anyOf('number'),
    account_types: anyOf('account_type', 'text'),
    is_active: equals('is_active', 'flag'),
    is_system: equals('is_system', 'flag'),
    company_id: equals('company_id', 'integer-or-null'),
    currency: anyOf('currency_iso_4217_code', 'currency'),
    category_1099: anyOf('category_1099', 'text'),
    system_ref: anyOf('system_ref', 'text'),
  },
  orderings: ['name', 'number'],
  search: ['number', 'id', 'name'],
})
