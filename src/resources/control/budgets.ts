import { record } from '../../engine/schema/define'
import { recordStatus } from '../../engine/schema/field-groups'
import {
  choice,
  date,
  instant,
  integer,
  list,
  maybe,
  nameOf,
  object,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyChoice, anyOf, from, statusFilter, until } from '../../engine/schema/filters'

const TYPES = ['income_statement', 'balance_sheet'] as const

/** Planned figures of a year. The wire shows that a budget exists, but none of its figures. */
export const budgets = record({
  name: 'budgets',
  model: 'Budget',
  path: 'budgets',
  identifier: 'id',
  basis: 'assumed',
  operations: { v1: ['list', 'get'] },
  fields: {
    id: readOnly(integer()),
    name: text('non-empty'),
    company_id: maybe(reference('companies')),
    company_name: nameOf('company_id', 'name', ''),
    budget_type: choice(...TYPES),
    calendar_year: integer(1900, 9999),
    start_date: date(),
    end_date: date(),
    ...recordStatus(),
    actuals_offset_in_months: maybe(integer()),
    classifications: maybe(
      list(
        object({
          id: reference('classifications'),
          name: nameOf('id'),
          line_id: reference('classificationLines'),
          line_name: nameOf('line_id'),
        }),
      ),
    ),
    updated_at: readOnly(instant()),
  },
  filters: {
    company_id: anyOf('company_id'),
    budget_type: anyChoice('budget_type', ...TYPES),
    calendar_year: anyOf('calendar_year'),
    ...statusFilter,
    start_date: from('start_date'),
    end_date: until('end_date'),
  },
  orderings: ['name', 'created_at', 'updated_at'],
  search: ['name', 'company_name'],
})
