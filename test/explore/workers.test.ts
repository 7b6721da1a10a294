import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('workers/report.ts', import.meta.url))

/** The report of the experiment in `workers/experiment.ts`, from a process of its own. */
const reported = (...args: string[]): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', script, ...args], { encoding: 'utf8' }))

it('the report is the same for one process, one worker and two', () => {
  const [alone, two] = [reported('1'), reported('2')]
  expect(two).toEqual(alone)
  expect(alone).toMatchObject({ survived: true, runs: 40 })
}, 120_000)

it('also of a failure', () => {
  const [alone, two] = [reported('1', 'keyless'), reported('2', 'keyless')]
  expect(two).toEqual(alone)
  expect(alone).toMatchObject({ survived: false, runs: 3 })
}, 120_000)
