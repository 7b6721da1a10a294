/** Whether fetch could have rejected like that: the connection failed, or the caller gave up. */
export const isNetworkError = (error: unknown, { signal }: Request): boolean =>
  signal.aborted || (error instanceof Error && error.name === 'TypeError')
