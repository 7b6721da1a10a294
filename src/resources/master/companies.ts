import * as f from '../../engine/schema'

/** Legal entities, each with its own books. */
export const companies = f.record({
  name: 'companies',
  identifier: 'id',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get'] },
  fields: {
    ...f.actors(),
    id: f.readOnly(f.integer()),
    name: f.text('non-empty'),
    parent_company_id: f.maybe(f.reference('companies')),
    currency_iso_4217_code: f.currency(),
    address: f.optional(f.address()),
    tin: f.optional(f.text(), ''),
    tin_type: f.optional(f.choice('', 'ein', 'ssn', 'utr'), ''),
    is_active: f.optional(f.flag(), true),
    is_elimination: f.optional(f.flag(), false),
    fiscal_year_end_month: f.optional(f.integer(1, 12), 12),
  },
  inLedger: { as: 'company_id', fixes: ['currency_iso_4217_code'] },
  filters: {
    id: f.anyOf('id'),
    name: f.contains('name'),
    parent_company_id: f.anyOf('parent_company_id'),
    currency: f.anyOf('currency_iso_4217_code', 'currency'),
    is_active: f.equals('is_active', 'flag'),
    is_elimination: f.equals('is_elimination', 'flag'),
  },
  orderings: ['name'],
  search: ['name'],
})
