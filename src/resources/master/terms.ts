import { record } from '../../engine/schema/define'
import { actors } from '../../engine/schema/field-groups'
import { flag, integer, optional, readOnly, text } from '../../engine/schema/fields'

/** Payment terms, which set the due date of an invoice. Not available on the wire. */
export const terms = record({
  name: 'terms',
  model: 'Term',
  path: 'terms',
  identifier: 'id',
  basis: 'assumed',
  operations: {},
  fields: {
    ...actors(),
    id: readOnly(integer()),
    name: text('non-empty'),
    days: integer(0, 36_500),
    is_active: optional(flag(), true),
  },
  filters: {},
  orderings: ['name'],
  search: ['name'],
})
