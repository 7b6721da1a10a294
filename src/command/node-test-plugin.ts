import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Without this, node:test tells its files only. */
const PLUGIN = `const { appendFileSync, readFileSync } = require('node:fs')
const { basename, join, relative } = require('node:path')
const { isMainThread } = require('node:worker_threads')
const { env, argv, execArgv, versions } = process
const file = isMainThread && env.NODE_TEST_CONTEXT !== undefined ? argv[1] : undefined

// Only what leads to node:test hands it on: nothing of it is left in other programs, nor in what they start.
const leads = /^(npm|npx|pnpm|yarn|corepack)/.test(basename(argv[1] ?? '')) || [...execArgv, ...argv].includes('--test')
const { NODE_OPTIONS: options } = env
if (isMainThread && (file !== undefined || !leads) && options?.endsWith(OWN)) {
  const others = options.slice(0, -OWN.length).trimEnd()
  if (others === '') delete env.NODE_OPTIONS
  else env.NODE_OPTIONS = others
}

// Older versions tell no end.
const [major, minor] = versions.node.split('.').map(Number)
const isTelling = major === 20 ? minor >= 16 : major === 22 ? minor >= 3 : major > 22

function isOfTests() {
  try {
    return file !== undefined && readFileSync(file, 'utf8').includes('node:test')
  } catch {
    return false
  }
}

const { ACCOUNTING_MUTANT_FACTS: facts, ACCOUNTING_COVERAGE: met } = env
const tell = (folder, fact) =>
  appendFileSync(join(folder, 'node-test-' + process.pid + '.jsonl'), JSON.stringify(fact) + '\\n')
const isTests = isOfTests()
if (isTests && met) tell(met, { dimension: 'runner', operation: '', what: 'node:test', source: 'runner', by: null })

if (isTests && isTelling) {
  const { beforeEach, afterEach } = require('node:test')
  const [running, ended, failed] = [[], [], []]
  const name = relative(process.cwd(), file)
  // A program that a test starts has the environment, and is no test. Globals are of this process alone.
  env.ACCOUNTING_TEST_FILE = name
  // A title may hold the sign between titles.
  const aroundOf = (test) => test.fullName.slice(0, -test.name.length)
  const isIn = (test, outer) => aroundOf(test).startsWith(outer.fullName + ' > ')
  // Tests side by side cannot be told apart.
  const tellAtHand = () => {
    const isNested = running.every((test, at) => at === 0 || isIn(test, running[at - 1]))
    globalThis.__accounting_test__ = isNested ? running.at(-1)?.fullName : undefined
  }
  // Hooks that are still to come can make a test fail.
  const tellEnds = () => {
    for (const { fullName, passed, id } of ended.splice(0)) {
      const own = { id, name: name + ' > ' + fullName, file: name }
      if (facts) tell(facts, { test: { ...own, hasFailed: !passed, runner: 'node:test' } })
      if (!passed) failed.push(own.name)
    }
  }
  let number = 0
  beforeEach((test) => {
    if (!('passed' in test && 'fullName' in test)) return
    tellEnds()
    running.push(test)
    tellAtHand()
  })
  afterEach((test) => {
    const at = running.indexOf(test)
    if (at < 0) return
    running.splice(at, 1)
    number += 1
    ended.push({ fullName: test.fullName, id: name + ' ' + number, get passed() { return test.passed } })
    tellAtHand()
  })
  process.once('exit', (status) => {
    tellEnds()
    // A test that is still to be done may fail.
    if (met && status !== 0)
      for (const what of failed) tell(met, { dimension: 'failed', operation: '', what, source: 'test', by: what })
  })
}
`

/** The variables with which node:test tells of its tests, if the command runs it. */
export function nodeTestVariables(folder: string, command: readonly string[]): Record<string, string> {
  const { NODE_OPTIONS: options } = process.env
  const said = [...command, ...scriptsFor(command)].join(' ')
  // Node refuses a further file if files must be permitted.
  if (!/(^|\s)--test(?![\w-])/.test(said) || /--(experimental-)?permission/.test(`${said} ${options}`))
    return {}
  const file = join(folder, 'node-test.cjs')
  const own = `--require ${JSON.stringify(file)}`
  writeFileSync(file, `const OWN = ${JSON.stringify(own)}\n${PLUGIN}`)
  return { NODE_OPTIONS: options ? `${options} ${own}` : own }
}

const PACKAGE_MANAGER = /(^|[\\/\s])(npm|pnpm|yarn)(\.cmd)?(\s|$)/

/** The scripts of package.json, if the command may run one. */
function scriptsFor(command: readonly string[]): string[] {
  if (!command.some((word) => PACKAGE_MANAGER.test(word))) return []
  try {
    const { scripts } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as { scripts?: object }
    return Object.values(scripts ?? {}).map(String)
  } catch {
    return []
  }
}
