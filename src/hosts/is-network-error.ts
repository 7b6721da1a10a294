/** Tells whether the error is a rejection of fetch: a failed connection or an abort. */
export const isNetworkError = (error: unknown, { signal }: Request): boolean =>
  signal.aborted || (error instanceof Error && error.name === 'TypeError')
