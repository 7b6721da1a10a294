import * as f from '../../engine/schema'

/** Payment terms, which set the due date of an invoice. Not available over HTTP. */
export const terms = f.record({
  name: 'terms',
  identifier: 'id',
  basis: 'assumed',
  operations: {},
  fields: {
    ...f.actors(),
    id: f.readOnly(f.integer()),
    name: f.text('non-empty'),
    days: f.noted('Days from the date of a document to its due date.', f.integer(0, 36_500)),
    is_active: f.optional(f.flag(), true),
  },
  filters: {},
  orderings: ['name'],
  search: ['name'],
})
