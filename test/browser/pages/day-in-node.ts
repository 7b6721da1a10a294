import { createSimulator } from 'accounting-simulator'
import { playDay } from '../../hosts/day'

/** The same program as pages/story.ts, without a page: prints the day. */
const simulator = createSimulator()
const day = await playDay(simulator, (url, init) => simulator.fetch(new Request(url, init)))
console.log(JSON.stringify(day))
