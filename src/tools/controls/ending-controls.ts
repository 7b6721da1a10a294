import { processName } from '../../host-time/environment'
import { type Control, get } from './control'

/** The end of a test, for test runners in other languages. */
export const ENDING_CONTROLS: readonly Control[] = [
  get(
    '/ending',
    'what is wrong at the end of a test, since the fork was made or the world reset or restored: { problems }, ' +
      'the words with which useSimulator and runTest fail, and { warnings } if a test may mean what it did',
    ({ session: { test } }) => test.end(),
  ),
  get(
    '/coverage',
    'what programs have met so far, for the command coverage: { process, moment, facts }, ' +
      'each with how often and when last',
    ({ simulator }) => ({ process: processName(), ...simulator.parts.recorder.coverage.facts.all() }),
  ),
]
