import { record } from '../../engine/schema/define'
import { actors, address } from '../../engine/schema/field-groups'
import {
  choice,
  currency,
  flag,
  integer,
  maybe,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyOf, contains, equals } from '../../engine/schema/filters'

/** Legal entities, each with its own books. */
export const companies = record({
  name: 'companies',
  model: 'Company',
  path: 'companies',
  identifier: 'id',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get'] },
  fields: {
    ...actors(),
    id: readOnly(integer()),
    name: text('non-empty'),
    parent_company_id: maybe(reference('companies')),
    currency_iso_4217_code: currency(),
    address: optional(address()),
    tin: optional(text(), ''),
    tin_type: optional(choice('', 'ein', 'ssn', 'utr'), ''),
    is_active: optional(flag(), true),
    is_elimination: optional(flag(), false),
    fiscal_year_end_month: optional(integer(1, 12), 12),
  },
  inLedger: { as: 'company_id', fixes: ['currency_iso_4217_code'] },
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    parent_company_id: anyOf('parent_company_id'),
    currency: anyOf('currency_iso_4217_code', 'currency'),
    is_active: equals('is_active', 'flag'),
    is_elimination: equals('is_elimination', 'flag'),
  },
  orderings: ['name'],
  search: ['name'],
})
