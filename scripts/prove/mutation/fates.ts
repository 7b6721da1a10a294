import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from '../process'
import { filesOfFailures, readTold, reportTo } from '../turns'
import type { Mutant } from './instrument'
import type { Task, Told } from './task'

export interface Fate {
  /**
   * `untried`: it is reached when files are loaded or something is made for the first time, or by tests that are too
   * slow, and it got no process of its own, or one that could not begin. `unreached`: no test reaches it.
   */
  readonly state: 'killed' | 'survived' | 'untried' | 'unreached'
  /** The test that found it, its file where it had a process of its own, or `time`. */
  readonly by?: string
}

/** A test that takes longer is not played again and again. Milliseconds. */
const SLOWEST = 2000

/** A mutant that so many tests have met has been tried, also if it is reached where no test can meet it. */
const TRIED = 12

/** Nothing was told for so long: a mutant never ends. Milliseconds. */
const SILENCE = 90_000

/** The source that has the mutants, and the tests that should find them, all in a folder of their own. */
export interface Played {
  readonly folder: string
  readonly source: string
  readonly tests: readonly string[]
}

/**
 * Plays tests until each has met each mutant that it reaches, in as many processes as mutants break or stop. What is
 * made once and kept, when files are loaded or by the first test, cannot be met again. A mutant that is reached while
 * no test runs, or that few tests have met, gets a process of its own where it is worth one; so does one that is
 * reached by tests that cannot be played twice.
 */
export async function fatesOf(
  mutants: readonly Mutant[],
  { folder, source, tests }: Played,
  isWorthAProcess: (mutant: Mutant) => boolean,
): Promise<Map<string, Fate>> {
  const known: Known = {
    fates: new Map(),
    passed: new Set(),
    reaching: new Map(),
    met: new Map(),
    unplayed: new Set(),
    tests,
  }
  const { fates, passed, reaching, met, unplayed } = known
  const isKilled = (id: string): boolean => fates.get(id)?.state === 'killed'
  /** The process ended by itself while they were on, which may have had another cause. */
  const crashed = new Set<string>()
  writeFileSync(join(folder, CONFIG), configOf(tests))
  for (let isOver = false; !isOver; ) {
    const alive = mutants.map(({ id }) => id).filter((id) => !isKilled(id) && !crashed.has(id))
    if (alive.length === 0) break
    const log = join(folder, 'mutation.log')
    const task = { source: join(folder, source), alive, passed: [...passed], slowest: SLOWEST, log }
    const { told, hasEnded, isSilent } = await playedIn(folder, task)
    read(told, known)
    const last = told.at(-1)
    if (last?.is === 'playing' && isSilent) fates.set(last.mutant, { state: 'killed', by: 'time' })
    else if (last?.is === 'playing') crashed.add(last.mutant)
    isOver = hasEnded || !told.some(({ is }) => is === 'killed' || is === 'playing')
  }
  const failing = await filesThatFail(folder, [...unplayed])
  for (const mutant of mutants) {
    const { id } = mutant
    const isTried = (met.get(id) ?? 0) >= TRIED && !crashed.has(id)
    const files = [...(reaching.get(id) ?? unplayed)].filter(
      (file) => (!isTried || unplayed.has(file)) && !failing.includes(file),
    )
    if (files.length === 0 || isKilled(id)) continue
    if (isWorthAProcess(mutant)) fates.set(id, await fateAlone(folder, id, likeliestOf(files, fates)))
    else if (!fates.has(id)) fates.set(id, { state: 'untried' })
  }
  return fates
}

/** A process of its own plays so many files at most. */
const FILES = 12

/** Files that found many mutants are likely to find the next one. */
function likeliestOf(files: readonly string[], fates: Known['fates']): string[] {
  const finders = [...fates.values()].map(({ by = '' }) => fileOf(by))
  const found = new Map(files.map((file) => [file, finders.filter((one) => one === file).length]))
  return [...files].sort((one, other) => (found.get(other) ?? 0) - (found.get(one) ?? 0)).slice(0, FILES)
}

/** The files of tests that reach a mutant, by its id. */
type Reaching = Map<string, Set<string>>

interface Known {
  readonly fates: Map<string, Fate>
  readonly passed: Set<string>
  readonly reaching: Reaching
  /** By how many tests a mutant was met when they were played with it; by none that is reached while none runs. */
  readonly met: Map<string, number>
  /** The files with tests that build on each other, so that none can be played twice. */
  readonly unplayed: Set<string>
  readonly tests: readonly string[]
}

function read(told: readonly Told[], { fates, passed, reaching, met, unplayed, tests }: Known): void {
  for (const one of told) {
    if (one.is === 'reached') for (const id of one.mutants) reach(reaching, id, [fileOf(one.test)])
    else if (one.is === 'outside')
      for (const id of one.mutants) {
        reach(reaching, id, [one.file])
        met.set(id, Number.NEGATIVE_INFINITY)
      }
    else if (one.is === 'loaded' || one.is === 'once')
      for (const id of one.mutants) {
        reach(reaching, id, tests)
        met.set(id, Number.NEGATIVE_INFINITY)
      }
    else if (one.is === 'playing') met.set(one.mutant, (met.get(one.mutant) ?? 0) + 1)
    else if (one.is === 'survived') fates.set(one.mutant, { state: 'survived' })
    else if (one.is === 'killed') fates.set(one.mutant, { state: 'killed', by: one.test })
    else if (one.is === 'passed' || one.is === 'slow') passed.add(one.test)
    else if (one.is === 'broken' || one.is === 'unrepeatable') {
      passed.add(one.test)
      unplayed.add(fileOf(one.test))
    }
  }
}

function reach(reaching: Reaching, id: string, files: readonly string[]): void {
  const known = reaching.get(id) ?? new Set()
  for (const file of files) known.add(file)
  reaching.set(id, known)
}

/** The file of a test by its name, as the runner tells it. */
export const fileOf = (test: string): string => test.split(' > ')[0] ?? ''

/** The files that fail in a process of their own without a mutant: they cannot find one. */
async function filesThatFail(folder: string, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  const { MUTATION_TASK: _, ...env } = process.env
  const report = join(folder, 'mutation-alone.json')
  rmSync(report, { force: true })
  await run(process.execPath, [...VITEST, ...reportTo(report), ...files], { cwd: folder, env })
  const failed = filesOfFailures(readTold(report))
  const failing = files.filter((file) => failed.some((path) => path.endsWith(file)))
  for (const file of failing) console.log(`fails without a mutant: ${file}`)
  return failing
}

/** What becomes of a mutant in a process of its own. A process that ends without a report finds nothing. */
async function fateAlone(folder: string, id: string, files: readonly string[]): Promise<Fate> {
  const { MUTATION_TASK: _, ...env } = process.env
  const report = join(folder, 'mutation-alone.json')
  rmSync(report, { force: true })
  const { code } = await run(process.execPath, [...VITEST, ...reportTo(report), '--bail=1', ...files], {
    cwd: folder,
    env: { ...env, __STRYKER_ACTIVE_MUTANT__: id, MUTATION_FILES: files.join(' ') },
    timeout: 2 * SILENCE,
  })
  if (code === 0) return { state: 'survived' }
  if (code === null) return { state: 'killed', by: 'time' }
  const failed = filesOfFailures(readTold(report))
  const finder = files.find((file) => failed.some((path) => path.endsWith(file)))
  return finder === undefined ? { state: 'untried' } : { state: 'killed', by: finder }
}

/** One process. It ends by itself, kills itself when a mutant has broken it, or is killed when it is silent. */
async function playedIn(
  folder: string,
  task: Task,
): Promise<{ told: Told[]; hasEnded: boolean; isSilent: boolean }> {
  rmSync(task.log, { force: true })
  const file = join(folder, 'mutation.json')
  writeFileSync(file, JSON.stringify(task))
  const child = spawn(process.execPath, VITEST, {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, MUTATION_TASK: file },
  })
  const stop = (): void => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  let isSilent = false
  const watch = setInterval(() => {
    const isPlaying = toldIn(task.log).at(-1)?.is === 'playing'
    if (!isPlaying || Date.now() - statSync(task.log).mtimeMs <= SILENCE) return
    isSilent = true
    stop()
  }, 5000)
  process.once('exit', stop)
  await new Promise((resolve) => child.on('close', resolve))
  process.off('exit', stop)
  clearInterval(watch)
  const told = toldIn(task.log)
  const last = told.at(-1)
  return { told, hasEnded: last?.is !== 'playing' && last?.is !== 'spoiled', isSilent }
}

const toldIn = (log: string): Told[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Told)
    : []

const CONFIG = 'mutation.config.ts'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', CONFIG]

const CACHE = resolve('node_modules/.cache/prove/modules')

const RUNNER = resolve('scripts/prove/mutation/runner.ts')

const configOf = (tests: readonly string[]): string => `import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { alias } from './vitest.config'

const tests = ${JSON.stringify(tests)}
const files = process.env.MUTATION_FILES?.split(' ') ?? tests

class InOrder extends BaseSequencer {
  async sort(all) {
    const placeOf = ({ moduleId }) => files.findIndex((file) => moduleId.endsWith(file))
    return all.sort((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: tests,
    ...(process.env.MUTATION_TASK && { runner: ${JSON.stringify(RUNNER)} }),
    includeTaskLocation: true,
    sequence: { sequencer: InOrder },
    ...{ pool: 'forks', isolate: false, maxWorkers: 1, fileParallelism: false, testTimeout: 600_000 },
    expect: { requireAssertions: true },
    experimental: { fsModuleCache: true, fsModuleCachePath: ${JSON.stringify(CACHE)} },
  },
})
`
