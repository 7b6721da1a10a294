import * as f from '../../engine/schema'

const ASKED = ['active', 'inactive'] as const
const OWN = ['disposed', 'fully_amortized'] as const
const PERIODS_AT_MOST = 1200
const SOURCE_LINE = f.object({
  type: f.choice('bill_line', 'direct_expense_line', 'journal_entry_line'),
  id: f.namingLine(f.integer()),
  parent_record_id: f.readOnly(f.integer()),
})

/** Long-lived assets, depreciated by the clock. */
export const fixedAssets = f.record({
  name: 'fixedAssets',
  basis: 'assumed',
  restsOn: ['fixed-asset-flat'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  fields: {
    ...f.actors(),
    internal_id: f.readOnly(f.integer()),
    number: f.readOnly(f.integer()),
    company_id: f.reference('companies'),
    company_name: f.nameOf('company_id'),
    name: f.text('non-empty'),
    serial_number: f.optional(f.text(), ''),
    ...f.requiredCurrency(),
    purchase_date: f.date(),
    ...f.memo(),
    cost: f.positive(f.amount()),
    status: f.optional(f.choiceAnd(ASKED, OWN), 'active'),
    asset_account_number: f.reference('accounts', 'number'),
    expense_account_number: f.reference('accounts', 'number'),
    accumulation_account_number: f.reference('accounts', 'number'),
    ...f.maybeVendor(),
    ...f.recordStatus(),
    address: f.optional(f.address()),
    ...f.ownClassifications(),
    source_lines: f.optional(f.list(SOURCE_LINE), []),
    useful_life: f.maybe(f.integer(1, PERIODS_AT_MOST)),
    salvage_value: f.optional(f.notNegative(f.amount()), '0.00'),
    depreciation_method: f.choice(
      'straight_line',
      'straight_line_prorate_even',
      'declining_balance',
      'double_declining',
      'macrs_gds',
      'macrs_ads',
      'custom',
    ),
    depreciation_start_date: f.date(),
    convention: f.choice('mid_month', 'half_month', 'full_month', 'mid_quarter', 'half_year', 'full_year'),
    depreciation_frequency: f.optional(f.choice('monthly', 'yearly'), 'monthly'),
    acceleration_factor: f.optional(f.positive(f.quantity()), '1'),
    accumulated_beginning_balance: f.optional(f.notNegative(f.amount()), '0.00'),
    accumulated_through: f.maybe(f.date()),
    property_class: f.maybe(f.oneOf(3, 5, 7, 10, 15, 20, 27, 39)),
    ads_recovery_period: f.maybe(f.oneOf(3, 4, 5, 6, 7, 9, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50)),
    custom_schedule: f.maybe(
      f.list(f.object({ value: f.notNegative(f.quantity()), period_count: f.integer(1, PERIODS_AT_MOST) })),
    ),
    custom_schedule_type: f.maybe(
      f.choice('cost_percentage', 'net_book_value_percentage', 'fixed_amount', 'net_book_value_amount'),
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
    ...f.filterBy(f.anyOf, 'company_id', 'number'),
    status: f.anyChoice('status', ...ASKED, ...OWN),
    ...f.statusFilter,
    purchase_date_gte: f.from('purchase_date'),
    purchase_date_lte: f.until('purchase_date'),
    vendor_id: f.anyOf('vendor_id'),
  },
  orderings: ['number', 'created_at', 'updated_at'],
  search: ['number', 'internal_id', 'memo', 'name', 'vendor_name'],
})
