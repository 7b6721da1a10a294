/** Members that requests cannot name, or can name in another way. */
import { type Field, idOf } from './fields'

/** Shown in responses and never accepted in requests. Only the host changes it. */
export const hostOnly = <T>(inner: Field, initial: T): Field & { readonly byHost: true } => ({
  ...inner,
  presence: 'none',
  initial,
  byHost: true,
})

/** The id of a record that requests name by another member, or by this one instead. */
export const idAliasOf = (through: string): Field => ({ ...idOf(through), aliasOf: through })

/** Accepted and not read, so that an object can be sent back as answers show it. */
export const unread = (inner: Field): Field => ({ ...inner, presence: 'none', shown: 'never', unread: true })
