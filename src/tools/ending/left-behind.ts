import { hostTime } from '../../host-time/host-time'
import type { Simulator, TrafficEntry } from '../../index'
import { brokenBooks } from '../broken-books'
import { misspeltReceivers } from './misspelt-receivers'

/** Problems that were there before a test, which are none of its own. */
export interface TestStart {
  /** Faults that need not fire. */
  readonly faults: ReadonlySet<number>
  /** Steps of scenarios that had failed, and scenarios that had begun. */
  readonly plays: ReadonlySet<string>
}

export const testStart = (simulator: Simulator): TestStart => ({
  faults: new Set(simulator.faults.unfired().map(({ id }) => id)),
  plays: new Set(simulator.playProblems().map(({ key }) => key)),
})

interface Left {
  readonly start: TestStart
  /** The simulator that it is a fork of. */
  readonly origin?: Simulator
  /** On virtual time a client may give up by its own time-out and leave its request behind. */
  readonly awaited: 'all' | 'stalled'
}

/** Lists what a test may not leave behind, one line each. */
export function leftBehind(simulator: Simulator, { start, awaited, origin }: Left): string[] {
  const unfired = simulator.faults.unfired().filter(({ id }) => !start.faults.has(id))
  return [
    ...simulator.unfinished(awaited),
    ...unfired.map(({ id, on, effect }) => `fault ${id} on ${on} hit nothing: ${JSON.stringify(effect)}`),
    ...simulator.playProblems().flatMap(({ key, text }) => (start.plays.has(key) ? [] : [text])),
    ...misspeltReceivers(simulator),
    ...brokenBooks(simulator, origin),
  ]
}

/** A call through msw takes several. */
const LAST_TURNS = 20
/** A client that begins by reading comes to its first write in these. */
const ROUNDS = 4

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Lets calls that nobody awaited arrive. */
export async function turnsForLateCalls(): Promise<void> {
  for (let turn = 0; turn < LAST_TURNS; turn += 1) await hostTime.turn()
}

/**
 * Lists requests that come when the body of a test has ended, since nobody awaited the client. To be called before any
 * hook sends requests of its own. A page that reads again after a write, or a test of what a page shows meanwhile, is
 * right to end before its requests do: so only those are listed that a test cannot have meant.
 */
export async function lateRequests(simulator: Simulator): Promise<string[]> {
  const { traffic, story, clock } = simulator
  // It would end meanwhile, and is told at the end.
  if (simulator.unfinished('all').length > 0) return []
  const { now } = clock
  const sequence = traffic.at(-1)?.sequence ?? 0
  const isUnasked = traffic.length === 0
  const hasJudged = story.log.readAt !== undefined
  const isWrong = ({ at, request: { method } }: TrafficEntry): boolean => {
    // On virtual time a program that repeats something by the clock goes on.
    if (at !== now && !clock.isLive) return false
    if (READS.includes(method)) return hasJudged && isUnasked
    return hasJudged || (isUnasked && isOnlyCaller(simulator))
  }
  let known: number
  let rounds = 0
  do {
    known = traffic.since(sequence).length
    await turnsForLateCalls()
    const late = traffic.since(sequence).find(isWrong)?.request
    if (late)
      return [
        `${late.method} ${new URL(late.url).pathname} was under way when the test ended: is your client awaited?`,
      ]
    rounds += 1
  } while (traffic.since(sequence).length > known && rounds < ROUNDS)
  return []
}

/** No page and no other process sends requests of its own. */
const isOnlyCaller = ({ hosting }: Simulator): boolean =>
  hosting.servers.size === 0 && !('document' in globalThis)
