import { processName } from '../../host-time/environment'
import type { TrafficEntry } from '../../index'
import type { Simulator } from '../../simulator/simulator'
import { thrownText } from '../ending/hints'
import { leftBehind, misspeltPaths, testStart } from '../ending/left-behind'
import { type Control, type ControlSession, get } from './control'

/** A test begins: what is there already is none of its problems. */
export const stateBefore = (simulator: Simulator): ControlSession['before'] => ({
  ...testStart(simulator),
  thrown: [...simulator.webhooks.receivers.thrown],
})

/**
 * A client that was not given the address of its fork asks the world below. Whatever only looks whether a server is
 * there has no key.
 */
export function requestsBelow(
  { simulator, forks }: ControlSession,
  path: string,
  own: Simulator,
): () => string[] {
  const before = simulator.traffic.at(-1)?.sequence ?? 0
  return () => {
    const asked = simulator.traffic.since(before).filter(({ key }: TrafficEntry) => key !== null)
    const [first] = asked
    if (first === undefined || own.traffic.length > 0 || forks.size > 1) return []
    const { method, url } = first.request
    return [
      `the fork got no request, and the world that it was made of got ${asked.length}, the first one ${method} ` +
        `${new URL(url).pathname}: has the client the base URL of the fork, which ends in ${path}?`,
    ]
  }
}

/**
 * A client that left its fork may be why something is undone. Alone it is no problem but a warning: others may ask
 * there, too. A test that compares the whole answer passes where there is none.
 */
function explained(
  { elsewhere }: ControlSession['before'],
  problems: readonly string[],
  doubts: readonly string[],
) {
  const warnings = [...(elsewhere?.() ?? []), ...(problems.length > 0 ? [] : doubts)]
  if (problems.length > 0) return { problems: [...problems, ...warnings] }
  return { problems, ...(warnings.length > 0 && { warnings }) }
}

/** The end of a test, for test runners in other languages. */
export const ENDING_CONTROLS: readonly Control[] = [
  get(
    '/ending',
    'what is wrong at the end of a test, since the fork was made or the world reset or restored: { problems }, ' +
      'the words with which useSimulator and runTest fail, and { warnings } if a test may mean what it did',
    ({ session: { before }, simulator }) =>
      explained(
        before,
        [
          ...simulator.webhooks.receivers.thrown
            .filter((one) => !before.thrown.includes(one))
            .map(thrownText),
          ...leftBehind(simulator, { start: before, awaited: 'all' }),
        ],
        misspeltPaths(simulator, before),
      ),
  ),
  get(
    '/coverage',
    'what programs have met so far, for the command coverage: { process, moment, facts }, ' +
      'each with how often and when last',
    ({ simulator }) => ({ process: processName(), ...simulator.parts.recorder.coverage.facts.all() }),
  ),
]
