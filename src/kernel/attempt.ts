/** The result of the call; undefined if it throws. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}

/** The error of a call, if it is one that is expected; undefined if there is none. Others are thrown on. */
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
