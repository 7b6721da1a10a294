/** The function, which works only when one of what it is given is another thing than the last time. */
export function memoizeLast<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined
  return (...given) => {
    if (!last || given.some((one, at) => one !== last?.given[at])) last = { given, result: work(...given) }
    return last.result
  }
}
