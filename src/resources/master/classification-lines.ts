import { record } from '../../engine/schema/define'
import {
  flag,
  hidden,
  integer,
  maybe,
  nameOf,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyOf, contains, equals } from '../../engine/schema/filters'

/** The values that a classification offers. */
export const classificationLines = record({
  name: 'classificationLines',
  model: 'ClassificationLine',
  path: 'classifications-lines',
  identifier: 'id',
  basis: 'specified',
  operations: { v1: ['list'] },
  fields: {
    id: readOnly(integer()),
    name: text('non-empty'),
    is_active: optional(flag(), true),
    classification_id: reference('classifications'),
    classification_name: nameOf('classification_id'),
    parent_id: hidden(maybe(reference('classificationLines'))),
    parent_name: hidden(nameOf('parent_id')),
  },
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    is_active: equals('is_active', 'flag'),
    classification_id: anyOf('classification_id'),
  },
  orderings: ['name'],
  search: ['name'],
})
