import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { readExperiment } from '../../src/tools/explore/read-experiment'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'
import { tiny } from './tiny'

const folder = temporaryFolder()
const pathOf = (name: string): string => fileURLToPath(new URL(`workers/${name}.ts`, import.meta.url))
const programs = { ...commands, report: pathOf('report'), experiment: pathOf('experiment') }
beforeAll(() => bundlePrograms(folder, programs), 60_000)

/** The report of the experiment in `workers/experiment.ts`, from a process of its own. */
const reported = (...args: string[]): string =>
  execFileSync(process.execPath, [join(folder, 'report.js'), ...args], { encoding: 'utf8' })

it('the report is the same for one process and for four', () => {
  const [alone, four] = [reported('1'), reported('4')]
  expect(four).toBe(alone)
  expect(JSON.parse(alone)).toMatchObject([{ survived: true, runs: 40 }, null])
}, 120_000)

it('also of a failure, whose plan fails again in the same way', () => {
  const [alone, four] = [reported('1', 'keyless'), reported('4', 'keyless')]
  expect(four).toBe(alone)
  const [report, again] = JSON.parse(alone)
  expect(report).toMatchObject({ survived: false, runs: 3 })
  expect(again).toEqual(report.failure)
}, 120_000)

it('nobody has to say how many: with a module there are as many as processors, at most four', () => {
  expect(readExperiment(tiny({ module: import.meta.url })).workers).toBe(Math.min(4, availableParallelism()))
  expect(readExperiment(tiny()).workers).toBe(1)
})
