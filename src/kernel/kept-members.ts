/** Shared by all copies of the package in a process, as those of ES modules and of CommonJS. */
const KEPT = Symbol.for('accounting-simulator.members')

/** Anything that knows what its elements may have. */
interface Members {
  readonly members: Pick<ReadonlySet<string>, 'keys'>
}

/** Keeps with a list what its elements may have, which nobody sees while the list is empty. */
export const rememberMembers = <List extends object>(list: List, of: Members): List =>
  Object.defineProperty(list, KEPT, { value: of, configurable: true })

export const rememberedMembers = (list: object): Iterable<string> =>
  (list as { readonly [KEPT]?: Members })[KEPT]?.members.keys() ?? []
