/** What a failed fetch rejects with; the reason is the cause, so that a test's output tells it. */
export const networkError = (why: string): TypeError =>
  new TypeError('Failed to fetch', { cause: new Error(why) })
