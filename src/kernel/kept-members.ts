/** `Symbol.for` is shared by all copies of the package in a process (ES modules and CommonJS). */
const KEPT = Symbol.for('accounting-simulator.members')

/** Lists the names that the elements of a list may have as members. */
interface Members {
  readonly members: Pick<ReadonlySet<string>, 'keys'>
}

/** Attaches to a list the names of its elements' members, which an empty list does not show. */
export const rememberMembers = <List extends object>(list: List, of: Members): List =>
  Object.defineProperty(list, KEPT, { value: of, configurable: true })

export const rememberedMembers = (list: object): Iterable<string> =>
  (list as { readonly [KEPT]?: Members })[KEPT]?.members.keys() ?? []
