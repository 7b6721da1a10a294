/** The rejection of a failed fetch. The reason is its cause, so that it shows in the output of a test. */
export const networkError = (why: string): TypeError =>
  new TypeError('Failed to fetch', { cause: new Error(why) })

/** Tells whether a fetch failed so, in this simulator or in one behind it. */
export const isFailedFetch = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'Failed to fetch'
