/** The result of the call; undefined if it throws. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}

/** The result of the call, or what is made of an error of a kind that is expected. Others are thrown on. */
export function unless<T, E, Instead>(
  isExpected: (error: unknown) => error is E,
  instead: (error: E) => Instead,
  call: () => T,
): T | Instead {
  try {
    return call()
  } catch (error) {
    if (isExpected(error)) return instead(error)
    throw error
  }
}
