import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Without this, node:test tells its files only. A program that a test starts has its environment, and is no test. */
const PLUGIN = `const { appendFileSync, readFileSync } = require('node:fs')
const { join, relative } = require('node:path')
const { env, argv } = process
const file = env.NODE_TEST_CONTEXT === undefined ? undefined : argv[1]

function isOfTests() {
  try {
    return file !== undefined && readFileSync(file, 'utf8').includes('node:test')
  } catch {
    return false
  }
}

if (isOfTests()) {
  const { beforeEach, afterEach } = require('node:test')
  const [running, ended] = [[], []]
  const name = relative(process.cwd(), file)
  // Tests side by side cannot be told apart.
  const tellAtHand = () => {
    const last = running.at(-1)?.fullName ?? ''
    env.ACCOUNTING_TEST = running.every(({ fullName }) => last.startsWith(fullName)) ? last : ''
  }
  const tell = (folder, fact) =>
    appendFileSync(join(folder, 'node-test-' + process.pid + '.jsonl'), JSON.stringify(fact) + '\\n')
  // Hooks that are still to come can make a test fail.
  const tellEnds = () => {
    for (const { fullName, passed, id } of ended.splice(0)) {
      const own = { id, name: name + ' > ' + fullName, file: name }
      const test = { ...own, hasFailed: !passed, runner: 'node:test' }
      const failed = { dimension: 'failed', operation: '', what: test.name, source: 'test', by: test.name }
      const { ACCOUNTING_MUTANT_FACTS: facts, ACCOUNTING_COVERAGE: met } = env
      if (facts) tell(facts, { test })
      if (met && !passed) tell(met, failed)
    }
  }
  let number = 0
  const { ACCOUNTING_COVERAGE: covering } = env
  if (covering) tell(covering, { dimension: 'runner', operation: '', what: 'node:test', source: 'runner', by: null })
  // Older versions tell no end.
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
  process.once('exit', tellEnds)
}
`

/** The variables with which node:test tells of its tests, if the command runs it. */
export function nodeTestVariables(folder: string): Record<string, string> {
  const file = join(folder, 'node-test.cjs')
  writeFileSync(file, PLUGIN)
  const { NODE_OPTIONS: options } = process.env
  const own = `--require ${JSON.stringify(file)}`
  return { NODE_OPTIONS: options ? `${options} ${own}` : own }
}
