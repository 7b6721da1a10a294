import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PATCHES } from '../../test/prove/patches'
import { copied } from './copied'
import { run } from './process'
import {
  failuresOf,
  filesOfFailures,
  PLAYED_ON,
  type Result,
  readTold,
  reportTo,
  type Turn,
  writeResult,
} from './turns'

/** How long the simulation may look for one mistake, and how long all tests may take: milliseconds. */
const SIMULATION = Number(process.env.PLANTED_SECONDS ?? 300) * 1000
const TESTS = 30 * 60_000

/** Whatever plays at random against a model of its own. */
const PLAYERS = [
  'test/simulation/service.test.ts',
  'test/simulation/workload.test.ts',
  'test/tie-outs/tie-outs.test.ts',
]

/**
 * Plants a mistake in a copy of the last commit, and says which of the tests and the simulation find it. It fails if
 * none does, and if something is found where nothing was planted.
 */
export async function plant(turn: Turn, commit: string): Promise<Result> {
  const patch = PATCHES.find(({ name }) => name === turn.file)
  const started = performance.now()
  const folder = await copied()
  const file = join(folder, patch?.file ?? 'package.json')
  const text = readFileSync(file, 'utf8')
  let foundBy: Result['foundBy']
  try {
    if (patch)
      writeFileSync(
        file,
        text.replace(patch.from, () => patch.to),
      )
    const tests = (patch && (await byTests(folder, foldersNear(patch.file)))) ?? (await byTests(folder, []))
    const simulation = await bySimulation(folder)
    foundBy = { ...(tests && { tests }), ...(simulation && { simulation }) }
  } finally {
    writeFileSync(file, text)
  }
  const isFound = Object.keys(foundBy).length > 0
  const result: Result = {
    ...{ chapter: turn.chapter.name, file: turn.file, seed: null, steps: 0, commit },
    date: new Date().toISOString(),
    ...PLAYED_ON,
    tests: 1,
    failed: isFound === (patch !== undefined) ? [] : [turn.file, ...Object.values(foundBy)],
    seconds: Math.round((performance.now() - started) / 1000),
    foundBy,
    budget: SIMULATION / 1000,
  }
  writeResult(turn, result)
  return result
}

/** The folders of tests with a name of the path: they are asked first, and all others only when they find nothing. */
const foldersNear = (file: string): string[] =>
  file
    .split('/')
    .map((part) => `test/${part}`)
    .filter((folder) => existsSync(folder))

/** A test that fails, and fails again when its file is played alone: a busy machine makes tests fail, too. */
async function byTests(folder: string, paths: readonly string[]): Promise<string | undefined> {
  for (const bail of [1, 0]) {
    const failure = await firstFailure(folder, [`--bail=${bail}`, '--testTimeout=120000', ...paths], TESTS)
    if (!failure) return undefined
    const again = await firstFailure(folder, ['--bail=1', '--testTimeout=120000', ...failure.files], TESTS)
    if (again) return again.name
  }
  return undefined
}

/** Plays a seed of each player in turn, and the next seeds until the time is over. */
async function bySimulation(folder: string): Promise<string | undefined> {
  const end = performance.now() + SIMULATION
  for (let seed = 1; performance.now() < end; seed += 1) {
    const seeds = { SERVICE_SEED: `${seed}`, BOOKS_SEED: `${seed}`, TIE_OUTS_SEED: `${seed}` }
    const sizes = { SERVICE: '1x1000', SERVICE_UNSHRUNK: '1', RUNS: '40', TIE_OUTS: '1x900' }
    const failure = await firstFailure(folder, ['--bail=1', ...PLAYERS], Math.ceil(end - performance.now()), {
      ...seeds,
      ...sizes,
    })
    if (failure) return `${failure.name}, ${Math.round((performance.now() - end + SIMULATION) / 1000)} s`
  }
  return undefined
}

/** The first test that fails before the time is over, and the files of those that failed by then. */
async function firstFailure(
  cwd: string,
  args: readonly string[],
  timeout: number,
  more: Readonly<Record<string, string>> = {},
): Promise<{ name: string; files: string[] } | undefined> {
  const { PROVE: _, ...env } = process.env
  const report = join(cwd, 'node_modules', `.planted-${process.pid}.json`)
  rmSync(report, { force: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reportTo(report), ...args]
  const { code } = await run(process.execPath, vitest, { cwd, timeout, env: { ...env, ...more } })
  if (code === null || code === 0) return undefined
  const told = readTold(report)
  rmSync(report, { force: true })
  const [name = 'the run itself'] = failuresOf(told)
  return { name, files: filesOfFailures(told) }
}
