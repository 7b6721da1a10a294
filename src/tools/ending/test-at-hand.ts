import type { Simulator } from '../../index'

/** The words with which a test ends. */
export interface TestFindings {
  /** They make it fail. */
  readonly problems?: readonly string[]
  /** A correct test may mean them, so they are warnings; of a test that failed they are hints. */
  readonly doubts?: readonly string[]
  /** The frame of the line that the first problem is about, where it is known. */
  readonly frame?: string | undefined
}

/** Looks at one thing for as long as a test runs. */
export interface TestObserver {
  /** The function of the test has ended, and its hooks have not begun. */
  bodyEnded?(): void
  end(hasFailed: boolean): TestFindings
}

/** A test, as those know it who judge it. */
export interface TestAtHand {
  readonly simulator: Simulator
  /** The simulator that its own is a fork of. */
  readonly origin?: Simulator
  /** On virtual time a client may give up by its own time-out and leave its request behind. */
  readonly awaited?: 'all' | 'stalled'
  /** Tells whether the running code is the test's. Over HTTP nobody knows. */
  readonly isByTest?: () => boolean
  /** Tells whether a hook of the test is running. What hooks do may serve some tests only. */
  readonly isInHook?: () => boolean
  /** Tells whether no other test runs on the simulator. */
  readonly isAlone?: () => boolean
  /** Tells whether an earlier test ran out of time, so that its body still works on what this test has. */
  readonly isOutlived?: () => boolean
}

/** Problems that were there before a test, which are none of its own. */
export interface TestStart {
  /** Faults that need not fire. */
  readonly faults: ReadonlySet<number>
  /** Steps of scenarios that had failed, and scenarios that had begun. */
  readonly plays: ReadonlySet<string>
  /** The last request. */
  readonly request: number
  /** The programs on virtual time that had begun. */
  readonly programs: number
}
