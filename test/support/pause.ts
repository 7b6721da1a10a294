/** Waits by the host's clock. */
export const pause = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
