/** A failed fetch rejects with a TypeError of any text, so a bug with a TypeError looks the same. */
export const isNetworkError = (error: unknown, { signal }: Request): boolean =>
  signal.aborted || (error instanceof Error && error.name === 'TypeError')
