import type { Experiment } from 'accounting-simulator/explore'
import { creates, tiny } from '../tiny'

/** What workers import. Its budget of time is out of reach, so that reports can be compared. */
const experiment: Experiment = {
  ...tiny({ start: creates(process.env.KEYLESS ? undefined : 'R-1'), faults: 'network' }),
  budget: { runs: 40, time: '10 minutes' },
  module: import.meta.url,
}
export default experiment
