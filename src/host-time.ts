/** The one door to the host's clock and timers. */
export interface HostTime {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once; the function returned takes that back. Does not keep a process alive. */
  after(milliseconds: number, wake: () => void): () => void
  /** Aborts after that time, also where timers are faked. Does not keep a process alive either. */
  givesUpAfter(milliseconds: number): AbortSignal
  /** Keeps the process alive for that time, or until the function returned is called. */
  staysAwake(milliseconds: number): () => void
}

const LONGEST = 2 ** 31 - 1

export const hostTime: HostTime = {
  now: () => Date.now(),
  after(milliseconds, wake) {
    const timer: unknown = setTimeout(wake, Math.min(Math.max(milliseconds, 0), LONGEST))
    ;(timer as { unref?: () => void }).unref?.()
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
  },
  givesUpAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
  staysAwake(milliseconds) {
    const timer = setTimeout(() => undefined, Math.min(milliseconds, LONGEST))
    return () => clearTimeout(timer)
  },
}
