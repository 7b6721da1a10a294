import * as f from '../../engine/schema'

/** The values that a classification offers. */
export const classificationLines = f.record({
  name: 'classificationLines',
  path: 'classifications-lines',
  identifier: 'id',
  basis: 'specified',
  operations: { v1: ['list'] },
  fields: {
    id: f.readOnly(f.integer()),
    name: f.text('non-empty'),
    is_active: f.optional(f.flag(), true),
    classification_id: f.reference('classifications'),
    classification_name: f.nameOf('classification_id'),
    parent_id: f.hidden(f.maybe(f.reference('classificationLines'))),
    parent_name: f.hidden(f.nameOf('parent_id')),
  },
  filters: {
    id: f.anyOf('id'),
    name: f.contains('name'),
    is_active: f.equals('is_active', 'flag'),
    classification_id: f.anyOf('classification_id'),
  },
  orderings: ['name'],
  search: ['name'],
})
