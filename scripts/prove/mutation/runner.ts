import { appendFileSync, readFileSync } from 'node:fs'
import type { RunnerTestSuite as Suite, RunnerTestCase as Test } from 'vitest'
import { VitestTestRunner } from 'vitest/runners'
import { getFn, getHooks } from 'vitest/suite'
import type { Task, Told } from './task'

/** The object through which instrumented sources are told which mutant is on, and tell what they reached. */
interface Switch {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  /** How often each mutant was reached, by test and otherwise. */
  mutantCoverage?: { static: Counts; perTest: Record<string, Counts> }
}

type ImportSource = Parameters<VitestTestRunner['importFile']>[1]

type Counts = Readonly<Record<string, number>>

/**
 * Tests of one table, which stand at one place, are alike: a mutant that took so long in them is left to the others.
 * One that took so long in all of them is left alive. Milliseconds.
 */
const TIME = { table: 1000, all: 5000 }

const task = JSON.parse(readFileSync(process.env.MUTATION_TASK as string, 'utf8')) as Task
const alive = new Set(task.alive)
const passed = new Set(task.passed)
const host = globalThis as { __stryker__?: Switch }
host.__stryker__ ??= {}
const stryker = host.__stryker__
const { setTimeout: later, clearTimeout: never } = globalThis
/** The milliseconds that a mutant took, and that it took in the tests of one table, by both. */
const times = new Map<string, number>()

/** A test that reaches mutants is played once more for each that is still alive, in the same process. */
export default class MutationRunner extends VitestTestRunner {
  /** What was reached while no test ran, until the file before the present one was over. */
  private known: Counts | undefined

  override async importFile(path: string, source: ImportSource): Promise<unknown> {
    if (!this.known) {
      await super.importFile(task.source, source)
      tell({ is: 'loaded', mutants: Object.keys(this.outside({})) })
    }
    return super.importFile(path, source)
  }

  /** What was reached while no test ran and is not known. */
  private outside(known: Counts): Counts {
    const all = stryker.mutantCoverage?.static ?? {}
    this.known = { ...all }
    return Object.fromEntries(Object.entries(all).filter(([id, count]) => count !== known[id]))
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    if (suite === suite.file)
      tell({ is: 'outside', file: suite.name, mutants: Object.keys(this.outside(this.known ?? {})) })
    await super.onAfterRunSuite(suite)
  }

  override onBeforeRunTask(test: Test): Promise<void> {
    stryker.currentTestId = firstOf(test)
    return super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: Test): void {
    stryker.currentTestId = undefined
    super.onAfterRunTask(test)
  }

  async runTask(test: Test): Promise<void> {
    const name = nameOf(test)
    if (alive.size === 0 || passed.has(name)) return
    const before = process.cpuUsage()
    const started = performance.now()
    try {
      await getFn(test)()
    } catch (error) {
      tell({ is: 'broken', test: name })
      throw error
    }
    const { user } = process.cpuUsage(before)
    const reached = reachedBy(firstOf(test))
    tell({ is: 'reached', test: name, mutants: Object.keys(reached) })
    const chosen = Object.keys(reached).filter((id) => alive.has(id))
    if (user / 1000 > task.slowest) return tell({ is: 'slow', test: name })
    const limit = 20 * (performance.now() - started) + 10_000
    if (chosen.length > 0) await playAll({ test, name, limit }, chosen, reached)
    stryker.currentTestId = firstOf(test)
    tell({ is: 'passed', test: name })
  }
}

/** The first time that a test is played, with the hooks around it. */
const firstOf = (test: Test): string => `${test.id} first`

const reachedBy = (id: string): Counts => stryker.mutantCoverage?.perTest[id] ?? {}

interface Repeated {
  readonly test: Test
  readonly name: string
  /** Milliseconds. */
  readonly limit: number
}

async function playAll(repeated: Repeated, chosen: readonly string[], reached: Counts): Promise<void> {
  const { test, name } = repeated
  const second = `${test.id} second`
  stryker.currentTestId = second
  const isRepeatable = await passes(repeated)
  stryker.currentTestId = undefined
  if (!isRepeatable) return tell({ is: 'unrepeatable', test: name })
  const again = reachedBy(second)
  tell({ is: 'once', mutants: chosen.filter((id) => !again[id]) })
  for (const id of chosen) {
    if (!again[id]) continue
    const table = `${test.file.id} ${test.location?.line ?? test.id} ${id}`
    const [took, all] = [times.get(table) ?? 0, times.get(id) ?? 0]
    if (took >= TIME.table || all >= TIME.all) continue
    const began = performance.now()
    tell({ is: 'playing', mutant: id, test: name })
    Object.assign(stryker, { activeMutant: id, hitCount: 0, hitLimit: 100 * (reached[id] ?? 0) + 1000 })
    const isFound = !(await passes(repeated))
    Object.assign(stryker, { activeMutant: undefined, hitCount: undefined })
    const needed = performance.now() - began
    times.set(table, took + needed).set(id, all + needed)
    if (!isFound) {
      tell({ is: 'survived', mutant: id })
      continue
    }
    alive.delete(id)
    tell({ is: 'killed', mutant: id, test: name })
    // What the mutant left behind must not find the next one.
    if (await passes(repeated)) continue
    tell({ is: 'spoiled', test: name })
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Plays a test that has been played, with the hooks around it. */
async function passes({ test, limit }: Repeated): Promise<boolean> {
  const suites = suitesOf(test)
  const run = async (): Promise<void> => {
    for (const suite of suites) for (const hook of getHooks(suite).afterEach) await hook(test.context, suite)
    for (const suite of [...suites].reverse())
      for (const hook of getHooks(suite).beforeEach) await hook(test.context, suite)
    await getFn(test)()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOver = new Promise<never>((_, reject) => {
    timer = later(() => reject(new Error('its time is over')), limit)
  })
  try {
    await Promise.race([run(), isOver])
    return true
  } catch {
    return false
  } finally {
    never(timer)
  }
}

/** From the innermost to the file. */
function suitesOf(test: Test): Suite[] {
  const suites: Suite[] = []
  for (let suite = test.suite; suite; suite = suite.suite) suites.push(suite)
  return suites.includes(test.file) ? suites : [...suites, test.file]
}

function nameOf(test: Test): string {
  const names: string[] = [test.name]
  for (let suite = test.suite; suite && suite !== test.file; suite = suite.suite) names.unshift(suite.name)
  return [test.file.name, ...names].join(' > ')
}

const tell = (told: Told): void => appendFileSync(task.log, `${JSON.stringify(told)}\n`)
