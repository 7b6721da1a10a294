import { processName } from '../../host-time/environment'
import type { Simulator } from '../../simulator/simulator'
import { thrownText } from '../ending/hints'
import { leftBehind, testStart } from '../ending/left-behind'
import { type Control, type ControlSession, get } from './control'

/** A test begins: what is there already is none of its problems. */
export const stateBefore = (simulator: Simulator): ControlSession['before'] => ({
  ...testStart(simulator),
  thrown: [...simulator.webhooks.receivers.thrown],
})

/** The end of a test, for test runners in other languages. */
export const ENDING_CONTROLS: readonly Control[] = [
  get(
    '/ending',
    'what is wrong at the end of a test, since the fork was made or the world reset or restored: { problems }, ' +
      'the words with which useSimulator and runTest fail',
    ({ session: { before }, simulator }) => ({
      problems: [
        ...simulator.webhooks.receivers.thrown.filter((one) => !before.thrown.includes(one)).map(thrownText),
        ...leftBehind(simulator, { start: before, awaited: 'all' }),
      ],
    }),
  ),
  get(
    '/coverage',
    'what programs have met so far, for the command coverage: { process, moment, facts }, ' +
      'each with how often and when last',
    ({ simulator }) => ({ process: processName(), ...simulator.parts.recorder.coverage.facts.all() }),
  ),
]
