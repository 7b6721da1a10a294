import type { WorkMark } from './suspects'
import type { WorkClock } from './work'
import type { SandboxHost } from './worlds'

/** A fleet needs these things of its process. */
export type FleetHost = Omit<SandboxHost, 'wakeAt' | 'work'> & {
  /** Measures the work. */
  readonly clock: WorkClock
  /** Says after an end of the process what it was at work on. */
  readonly mark?: WorkMark
}
