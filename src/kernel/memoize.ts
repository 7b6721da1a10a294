/**
 * Caches the result of a function for each argument. Only for results that follow from a definition alone,
 * because all simulators of the process share them. The cache ends when its argument is garbage-collected.
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
