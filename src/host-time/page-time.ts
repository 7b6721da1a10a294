/** Timers of hosts wait no longer. */
export const LONGEST = 2 ** 31 - 1

/** The clock and the timers of a page, for those who need no more of the host. */
export const pageTime = {
  /** Milliseconds that have passed since some moment. */
  passed: (): number => performance.now(),
  /** Calls back once; returns the function that cancels. Does not keep the process alive. */
  after(milliseconds: number, wake: () => void): () => void {
    const timer: unknown = setTimeout(wake, Math.min(Math.max(milliseconds, 0), LONGEST))
    ;(timer as { unref?: () => void }).unref?.()
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
  },
}
