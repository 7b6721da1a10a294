import * as f from '../../engine/schema'

/** Dimensions such as department or project. Their values are the classification lines. */
export const classifications = f.record({
  name: 'classifications',
  identifier: 'id',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  createStatus: { v1: 201 },
  fields: {
    ...f.actors(),
    id: f.readOnly(f.integer()),
    name: f.text('non-empty'),
    is_active: f.flag(),
    selections: {
      ...f.derived(
        f.list(
          f.object({
            id: f.maybe(f.integer()),
            name: f.text('non-empty'),
            is_active: f.flag(),
            parent_id: f.nullable(f.reference('classificationLines')),
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
    required_for_records: f.optional(
      f.list(
        f.choice(
          ...(['purchase_order', 'sales_order', 'cash_sale', 'invoice', 'bill', 'direct_expense'] as const),
          ...(['vendor_credit', 'journal_entry', 'customer_credit', 'customer_deposit'] as const),
        ),
      ),
      [],
    ),
    parent_id: f.nullable(f.reference('classifications')),
    parent_name: f.nameOf('parent_id'),
  },
  owns: { member: 'selections', resource: 'classificationLines', by: 'classification_id' },
  filters: {
    id: f.anyOf('id'),
    name: f.contains('name'),
    is_active: f.equals('is_active', 'flag'),
    is_required: f.filled('required_for_records'),
  },
  orderings: ['name'],
  search: ['name'],
})
