/** The result of the call; undefined if it throws. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}

/** The error of the call if `isExpected` accepts it; undefined if there is none. Rethrows other errors. */
export function expectedError<E>(
  call: () => unknown,
  isExpected: (error: unknown) => error is E,
): E | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    if (isExpected(error)) return error
    throw error
  }
}
