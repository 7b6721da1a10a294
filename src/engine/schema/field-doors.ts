/** Members that requests cannot name, or can name in another way. */
import { type Field, idOf } from './fields'

/** Shown in responses and never accepted in requests. Only the host changes it. */
export const hostOnly = <T>(
  inner: Field<T, T, 'required'>,
  initial: T,
): Field<T, T, 'none'> & { readonly byHost: true } => ({
  ...(inner as unknown as Field<T, T, 'none'>),
  presence: 'none',
  initial,
  byHost: true,
})

/** The id of a record that requests name by another member, or by this one instead. */
export const idInPlaceOf = (through: string): Field<number | null, number | null, 'optional'> => ({
  ...(idOf(through) as unknown as Field<number | null, number | null, 'optional'>),
  inPlaceOf: through,
})
