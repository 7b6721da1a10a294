/** The error of a failed fetch. The reason is its cause, so that it appears in the output of a test. */
export const networkError = (why: string): TypeError =>
  new TypeError('Failed to fetch', { cause: new Error(why) })

/** True for the error of a failed fetch, in this simulator or in a service behind it. */
export const isFailedFetch = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'Failed to fetch'
