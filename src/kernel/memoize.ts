/**
 * A function that works its result out once for each argument. For what follows from a definition alone, and so
 * holds for all simulators of the process. The result may be a cache that fills later and goes with its argument.
 */
export function memoize<A extends object, T>(workOut: (about: A) => T): (about: A) => T {
  const known = new WeakMap<A, { readonly result: T }>()
  return (about) => {
    const found = known.get(about)
    if (found) return found.result
    const result = workOut(about)
    known.set(about, { result })
    return result
  }
}
