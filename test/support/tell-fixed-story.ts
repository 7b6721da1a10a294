import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { createSimulator } from '../../src/index'
import { stories, tell } from './random-story'

/** Prints a digest of what a simulator answers to a fixed story; run it under another time zone to compare. */
const digest = createHash('sha256')
for (const story of fc.sample(stories, { seed: 7, numRuns: 8 })) {
  const simulator = createSimulator({ seed: 'fixed' })
  digest.update(`${simulator.admin.keys.issue().key}\n`)
  digest.update((await tell(simulator, story)).join('\n'))
  digest.update(JSON.stringify(simulator.export()))
  digest.update(simulator.books.toJournal())
}
process.stdout.write(digest.digest('hex'))
