import { warnOnce } from '../../host-time/warn-once'
import { internalsOf } from '../../simulator/internals-of'
import { leftBehind, misspeltPaths, testStart, underWay } from './left-behind'
import type { TestAtHand, TestFindings, TestObserver, TestStart } from './test-at-hand'

type TestObserverFactory = (test: TestAtHand, start: TestStart) => TestObserver

/** A test under way, which is told at its end what it leaves. */
export class WatchedTest {
  readonly start: TestStart
  readonly #complaints: string[] = []
  readonly #watches: readonly TestObserver[]

  /** @param further of tests that are told more than those over HTTP */
  constructor(
    private readonly test: TestAtHand,
    further: readonly TestObserverFactory[] = [],
  ) {
    this.start = testStart(test.simulator)
    this.#watches = [...further, ownWorld].map((watch) => watch(test, this.start))
  }

  /** Makes the test fail when it ends. */
  complain(text: string): void {
    if (!this.#complaints.includes(text)) this.#complaints.push(text)
  }

  bodyEnded(): void {
    for (const watch of this.#watches) watch.bodyEnded?.()
  }

  end(hasFailed: boolean): Required<TestFindings> {
    this.test.simulator.faults.fates.markAllSeen()
    const told = this.#watches.map((watch) => watch.end(hasFailed))
    return {
      problems: [...this.#complaints, ...told.flatMap(({ problems = [] }) => problems)],
      doubts: told.flatMap(({ doubts = [] }) => doubts),
      frame:
        this.#complaints.length > 0
          ? undefined
          : told.find(({ problems = [] }) => problems.length > 0)?.frame,
    }
  }
}

/** The failure of a test explains what it leaves in its own world. */
function ownWorld(test: TestAtHand, start: TestStart): TestObserver {
  const { simulator, isInHook } = test
  const ofHooks = new Set<unknown>()
  // After a reset, a play of the test may have the number of one that a hook began.
  const stopHearing =
    isInHook &&
    internalsOf(simulator).scenarios.onChange((play) => ofHooks[isInHook() ? 'add' : 'delete'](play))
  let asked: number | undefined
  return {
    bodyEnded() {
      asked = simulator.faults.fates.asked
    },
    end(hasFailed) {
      stopHearing?.()
      if (hasFailed) return {}
      const { doubts, ...left } = leftBehind(test, start, asked ?? simulator.faults.fates.asked, ofHooks)
      const late = test.isOutlived?.() ? underWay(test, start) : []
      return { ...left, doubts: [...late, ...doubts, ...misspeltPaths(simulator, start)] }
    },
  }
}

/** Warns of doubts about a test that passed, of each with its first test. */
export function tellDoubts(doubts: readonly string[], test: string | null): void {
  for (const doubt of doubts) warnOnce(test ? `${test}: ${doubt}` : doubt, doubt)
}
