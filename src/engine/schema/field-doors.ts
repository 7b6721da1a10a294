/** Members that come in by another door than requests name them. */
import { type Field, idOf } from './fields'

/** In responses, never in requests; the host alone changes it. */
export const hostOnly = <T>(
  inner: Field<T, T, 'required'>,
  initial: T,
): Field<T, T, 'none'> & { readonly byHost: true } => ({
  ...(inner as unknown as Field<T, T, 'none'>),
  presence: 'none',
  initial,
  byHost: true,
})

/** The id of a record that requests name by something else, or by this in its place. */
export const idInPlaceOf = (through: string): Field<number | null, number | null, 'optional'> => ({
  ...(idOf(through) as unknown as Field<number | null, number | null, 'optional'>),
  inPlaceOf: through,
})
