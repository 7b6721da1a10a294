/** Members that requests cannot name, or can name in another way. */
import { type Field, idOf } from './fields'

/** Shown in responses and never accepted in requests. Only the host changes it. */
export const hostOnly = <T>(inner: Field, initial: T): Field & { readonly byHost: true } => ({
  ...inner,
  presence: 'none',
  initial,
  byHost: true,
})

/** The id of a record that a request may name by the member `through` or by this member. */
export const idAliasOf = (through: string): Field => ({ ...idOf(through), aliasOf: through })

/** Accepted but ignored, so that a client can send back an object as a response shows it. */
export const unread = (inner: Field): Field => ({ ...inner, presence: 'none', shown: 'never', unread: true })
