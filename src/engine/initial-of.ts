import type { Field } from './vocabulary/fields'

/** What a member is when a request leaves it out. */
export const initialOf = (field: Field): unknown => {
  if (field.special === 'lines' || field.special === 'classifications') return []
  return field.initial ?? null
}
