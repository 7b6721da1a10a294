import { record } from '../../engine/schema/define'
import { actors } from '../../engine/schema/field-groups'
import {
  choice,
  derived,
  flag,
  integer,
  list,
  maybe,
  nameOf,
  nullable,
  object,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyOf, contains, equals, filled } from '../../engine/schema/filters'

/** Dimensions such as department or project. Their values are the classification lines. */
export const classifications = record({
  name: 'classifications',
  model: 'Classification',
  path: 'classifications',
  identifier: 'id',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  createStatus: { v1: 201 },
  fields: {
    ...actors(),
    id: readOnly(integer()),
    name: text('non-empty'),
    is_active: flag(),
    selections: {
      ...derived(
        list(
          object({
            id: maybe(integer()),
            name: text('non-empty'),
            is_active: flag(),
            parent_id: nullable(reference('classificationLines')),
          }),
        ),
        {
          kind: 'owned',
          resource: 'classificationLines',
          by: 'classification_id',
          members: ['id', 'name', 'is_active', 'parent_id', 'parent_name'],
        },
      ),
      presence: 'required',
      initial: [],
    },
    required_for_records: optional(
      list(
        choice(
          ...(['purchase_order', 'sales_order', 'cash_sale', 'invoice', 'bill', 'direct_expense'] as const),
          ...(['vendor_credit', 'journal_entry', 'customer_credit', 'customer_deposit'] as const),
        ),
      ),
      [],
    ),
    parent_id: nullable(reference('classifications')),
    parent_name: nameOf('parent_id'),
  },
  owns: { member: 'selections', resource: 'classificationLines', by: 'classification_id' },
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    is_active: equals('is_active', 'flag'),
    is_required: filled('required_for_records'),
  },
  orderings: ['name'],
  search: ['name'],
})
