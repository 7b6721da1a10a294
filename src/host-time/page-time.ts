/** The longest delay that hosts' timers support, in milliseconds. */
export const LONGEST = 2 ** 31 - 1

/** The clock and timers of a page, for code that needs no other part of the host. */
export const pageTime = {
  /** Milliseconds since some fixed point. */
  passed: (): number => performance.now(),
  /** Calls back once after that time. Returns the function that cancels. Does not keep the process alive. */
  after(milliseconds: number, wake: () => void): () => void {
    const timer: unknown = setTimeout(wake, Math.min(Math.max(milliseconds, 0), LONGEST))
    ;(timer as { unref?: () => void }).unref?.()
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
  },
}
