/** Whether a rejection of `simulator.fetch` is one that fetch could have given: no connection, or a call given up. */
export const isNetworkError = (error: unknown, { signal }: Request): boolean =>
  signal.aborted || (error instanceof Error && error.name === 'TypeError')
