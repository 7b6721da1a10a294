/** True for any object with a `then` method, such as a promise of another realm or library. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
