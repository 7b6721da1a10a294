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

type Counts = Readonly<Record<string, number>>

/** Tests of one table, which stand at one place, are alike: a mutant that so many have met is left to the others. */
const TIMES = 12

const task = JSON.parse(readFileSync(process.env.MUTATION_TASK as string, 'utf8')) as Task
const alive = new Set(task.alive)
const passed = new Set(task.passed)
const host = globalThis as { __stryker__?: Switch }
host.__stryker__ ??= {}
const stryker = host.__stryker__
const { setTimeout: later, clearTimeout: never } = globalThis
/** How often a mutant was played by the tests of one table, by both. */
const plays = new Map<string, number>()

/** A test that reaches mutants is played once more for each that is still alive, in the same process. */
export default class MutationRunner extends VitestTestRunner {
  async runTask(test: Test): Promise<void> {
    const name = nameOf(test)
    if (alive.size === 0 || passed.has(name)) return
    const before = process.cpuUsage()
    const started = performance.now()
    const first = `${test.id} first`
    stryker.currentTestId = first
    try {
      await getFn(test)()
    } catch (error) {
      tell({ is: 'broken', test: name })
      throw error
    } finally {
      stryker.currentTestId = undefined
    }
    const { user } = process.cpuUsage(before)
    const reached = reachedBy(first)
    tell({ is: 'reached', test: name, mutants: Object.keys(reached) })
    tell({ is: 'outside', mutants: Object.keys(stryker.mutantCoverage?.static ?? {}) })
    const chosen = Object.keys(reached).filter((id) => alive.has(id))
    if (user / 1000 > task.slowest) return tell({ is: 'slow', test: name })
    const limit = 20 * (performance.now() - started) + 10_000
    if (chosen.length > 0) await playAll({ test, name, limit }, chosen, reached)
    tell({ is: 'passed', test: name })
  }
}

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
  for (const id of chosen) {
    if (!again[id]) continue
    const table = `${test.file.id} ${test.location?.line ?? test.id} ${id}`
    const times = plays.get(table) ?? 0
    if (times >= TIMES) continue
    plays.set(table, times + 1)
    tell({ is: 'playing', mutant: id, test: name })
    Object.assign(stryker, { activeMutant: id, hitCount: 0, hitLimit: 100 * (reached[id] ?? 0) + 1000 })
    const isFound = !(await passes(repeated))
    Object.assign(stryker, { activeMutant: undefined, hitCount: undefined })
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
