import { record } from '../../engine/schema/define'
import { maybeVendor, memo } from '../../engine/schema/document-fields'
import {
  actors,
  address,
  classifications,
  recordStatus,
  requiredCurrency,
} from '../../engine/schema/field-groups'
import {
  among,
  amount,
  choice,
  choiceAnd,
  date,
  integer,
  list,
  maybe,
  nameOf,
  object,
  optional,
  quantity,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyChoice, anyOf, from, statusFilter, until } from '../../engine/schema/filters'
import { namingLine } from '../../engine/schema/line-fields'

const ASKED = ['active', 'inactive'] as const
const OWN = ['disposed', 'fully_amortized'] as const
const PERIODS_AT_MOST = 1200

/** Long-lived assets, depreciated by the clock. */
export const fixedAssets = record({
  name: 'fixedAssets',
  model: 'FixedAsset',
  path: 'fixed-assets',
  identifier: 'number',
  basis: 'assumed',
  restsOn: ['fixed-asset-flat'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  fields: {
    ...actors(),
    internal_id: readOnly(integer()),
    number: readOnly(integer()),
    company_id: reference('companies'),
    company_name: nameOf('company_id'),
    name: text('non-empty'),
    serial_number: optional(text(), ''),
    ...requiredCurrency(),
    purchase_date: date(),
    ...memo(),
    cost: amount(),
    status: optional(choiceAnd(ASKED, OWN), 'active'),
    asset_account_number: reference('accounts', 'number'),
    expense_account_number: reference('accounts', 'number'),
    accumulation_account_number: reference('accounts', 'number'),
    ...maybeVendor(),
    ...recordStatus(),
    address: optional(address()),
    ...classifications(),
    source_lines: optional(
      list(
        object({
          type: choice('bill_line', 'direct_expense_line', 'journal_entry_line'),
          id: namingLine(integer()),
          parent_record_id: readOnly(integer()),
        }),
      ),
      [],
    ),
    useful_life: maybe(integer(1, PERIODS_AT_MOST)),
    salvage_value: optional(amount(), '0.00'),
    depreciation_method: choice(
      'straight_line',
      'straight_line_prorate_even',
      'declining_balance',
      'double_declining',
      'macrs_gds',
      'macrs_ads',
      'custom',
    ),
    depreciation_start_date: date(),
    convention: choice('mid_month', 'half_month', 'full_month', 'mid_quarter', 'half_year', 'full_year'),
    depreciation_frequency: optional(choice('monthly', 'yearly'), 'monthly'),
    acceleration_factor: optional(quantity(), '1'),
    accumulated_beginning_balance: optional(amount(), '0.00'),
    accumulated_through: maybe(date()),
    property_class: maybe(among(3, 5, 7, 10, 15, 20, 27, 39)),
    ads_recovery_period: maybe(among(3, 4, 5, 6, 7, 9, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50)),
    custom_schedule: maybe(list(object({ value: quantity(), period_count: integer(1, PERIODS_AT_MOST) }))),
    custom_schedule_type: maybe(
      choice('cost_percentage', 'net_book_value_percentage', 'fixed_amount', 'net_book_value_amount'),
    ),
  },
  document: {},
  depreciates: { writes: 'depreciations', disposals: 'assetDisposals', periodsAtMost: PERIODS_AT_MOST },
  sourceLines: {
    member: 'source_lines',
    from: {
      bill_line: { resource: 'bills', lines: ['items', 'expenses'] },
      direct_expense_line: { resource: 'directExpenses', lines: ['items'] },
      journal_entry_line: { resource: 'journalEntries', lines: ['items'] },
    },
  },
  filters: {
    company_id: anyOf('company_id'),
    number: anyOf('number'),
    status: anyChoice('status', ...ASKED, ...OWN),
    ...statusFilter,
    purchase_date_gte: from('purchase_date'),
    purchase_date_lte: until('purchase_date'),
    vendor_id: anyOf('vendor_id'),
  },
  orderings: ['number', 'created_at', 'updated_at'],
  search: ['number', 'internal_id', 'memo', 'name', 'vendor_name'],
})
