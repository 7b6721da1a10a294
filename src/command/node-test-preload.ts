import { appendFileSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** A test as hooks get it. Without this program, node:test tells its files only. */
interface HookedTest {
  readonly name: string
  readonly fullName: string
  readonly passed: boolean
}

const { env, argv, execArgv } = process
const file = isMainThread && env.NODE_TEST_CONTEXT !== undefined ? argv[1] : undefined
const { ACCOUNTING_MUTANT_FACTS: facts, ACCOUNTING_COVERAGE: met } = env

/** Only what leads to node:test hands the option on: it is left neither in other programs, nor in what they start. */
function takeOptionAway(): void {
  const own = `--require ${JSON.stringify(__filename)}`
  const { NODE_OPTIONS: options } = env
  const isLeading =
    /^(npm|npx|pnpm|yarn|corepack)/.test(basename(argv[1] ?? '')) || [...execArgv, ...argv].includes('--test')
  if (!isMainThread || (file === undefined && isLeading) || !options?.endsWith(own)) return
  const others = options.slice(0, -own.length).trimEnd()
  if (others === '') delete env.NODE_OPTIONS
  else env.NODE_OPTIONS = others
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Hooks do not tell that a test is still to be done: such a file may have one. */
const TO_DO = /\btodo\b/

const tell = (folder: string, fact: object): void =>
  appendFileSync(join(folder, `node-test-${process.pid}.jsonl`), `${JSON.stringify(fact)}\n`)

function tellTests(path: string, { beforeEach, afterEach }: typeof import('node:test')): void {
  const mayFail = TO_DO.test(textOf(path))
  const running: HookedTest[] = []
  const ended: { readonly test: HookedTest; readonly number: number }[] = []
  const failed: string[] = []
  const own = relative(process.cwd(), path)
  // A program that a test starts has the environment, and is no test. Globals are of this process alone.
  env.ACCOUNTING_TEST_FILE = own
  // A title may hold the sign between titles.
  const aroundOf = (test: HookedTest): string => test.fullName.slice(0, -test.name.length)
  // Tests side by side cannot be told apart.
  const tellAtHand = (): void => {
    const isNested = running.every(
      (test, at) => at === 0 || aroundOf(test).startsWith(`${running[at - 1]?.fullName} > `),
    )
    Object.assign(globalThis, { __accounting_test__: isNested ? running.at(-1)?.fullName : undefined })
  }
  // Hooks that are still to come can make a test fail.
  const tellEnds = (): void => {
    for (const { test, number } of ended.splice(0)) {
      const name = `${own} > ${test.fullName}`
      const hasFailed = !test.passed
      if (facts)
        tell(facts, {
          test: {
            id: `${own} ${number}`,
            name,
            file: own,
            hasFailed,
            mayFail,
            runner: 'node:test',
          },
        })
      if (hasFailed) failed.push(name)
    }
  }
  let number = 0
  beforeEach((context: object) => {
    if (!('passed' in context && 'fullName' in context)) return
    tellEnds()
    running.push(context as HookedTest)
    tellAtHand()
  })
  afterEach((context: object) => {
    const test = context as HookedTest
    const at = running.indexOf(test)
    if (at < 0) return
    running.splice(at, 1)
    number += 1
    ended.push({ test, number })
    tellAtHand()
  })
  process.once('exit', (status) => {
    tellEnds()
    // A test that is still to be done may fail.
    if (met && status !== 0)
      for (const what of failed)
        tell(met, { dimension: 'failed', operation: '', what, source: 'test', by: what })
  })
}

takeOptionAway()
if (file !== undefined && textOf(file).includes('node:test')) {
  if (met) tell(met, { dimension: 'runner', operation: '', what: 'node:test', source: 'runner', by: null })
  // The versions that tell a test's end are those that have this function.
  const runner = process.getBuiltinModule?.('node:test')
  if (runner) tellTests(file, runner)
}
