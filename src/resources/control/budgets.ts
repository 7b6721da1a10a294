import * as f from '../../engine/schema'

const TYPES = ['income_statement', 'balance_sheet'] as const

/** Planned figures of a year. Responses show that a budget exists, but none of its figures. */
export const budgets = f.record({
  name: 'budgets',
  identifier: 'id',
  basis: 'assumed',
  operations: { v1: ['list', 'get'] },
  fields: {
    id: f.readOnly(f.integer()),
    name: f.text('non-empty'),
    company_id: f.maybe(f.reference('companies')),
    company_name: f.nameOf('company_id', 'name', ''),
    budget_type: f.choice(...TYPES),
    calendar_year: f.integer(1900, 9999),
    start_date: f.date(),
    end_date: f.date(),
    ...f.recordStatus(),
    actuals_offset_in_months: f.maybe(f.integer()),
    classifications: f.maybe(
      f.list(
        f.object({
          id: f.reference('classifications'),
          name: f.nameOf('id'),
          line_id: f.reference('classificationLines'),
          line_name: f.nameOf('line_id'),
        }),
      ),
    ),
    updated_at: f.readOnly(f.instant()),
  },
  filters: {
    company_id: f.anyOf('company_id'),
    budget_type: f.anyChoice('budget_type', ...TYPES),
    calendar_year: f.anyOf('calendar_year'),
    ...f.statusFilter,
    start_date: f.from('start_date'),
    end_date: f.until('end_date'),
  },
  orderings: ['name', 'created_at', 'updated_at'],
  search: ['name', 'company_name'],
})
