import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readBareRuns } from '../../src/command/mutate/bare-runs'
import { commandOfFiles, ReachedFiles } from '../../src/command/mutate/reached-files'
import type { JudgedRun } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import type { Mutant } from '../../src/service/mutants/mutant'
import type { MutantFact, ReceivedFact } from '../../src/service/mutants/mutant-fact'
import { temporaryFolder } from '../support/temporary-folder'

it.each([
  ['npx vitest run', 'npx vitest run a.js b.js'],
  [
    'node node_modules/vitest/vitest.mjs run --coverage',
    'node node_modules/vitest/vitest.mjs run --coverage a.js b.js',
  ],
  ['npx jest --ci', 'npx jest --ci --runTestsByPath a.js b.js'],
  ['node --import ./x.mjs --test', 'node --import ./x.mjs --test a.js b.js'],
  ['.venv/bin/python -m pytest -q', '.venv/bin/python -m pytest -q a.js b.js'],
  ['npx playwright test --workers 1', 'npx playwright test --workers 1 a\\.js b\\.js'],
  ['npm test', 'npm test -- --runTestsByPath a.js b.js'],
  ['npm t', 'npm t -- --runTestsByPath a.js b.js'],
  ['npm run unit', 'npm run unit -- a.js b.js'],
  ['npm run unit -- --retry 1', 'npm run unit -- --retry 1 a.js b.js'],
  ['pnpm test', 'pnpm test --runTestsByPath a.js b.js'],
  ['npm run both', undefined],
  ['npm run absent', undefined],
  ['npx mocha', undefined],
  ['node --test-only suite.js', undefined],
])('%s is told the files of tests: %s', (given, expected) => {
  const folder = temporaryFolder()
  const scripts = { test: 'jest', unit: 'vitest run', both: 'vitest run && eslint .' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  const [program = '', ...words] = given.split(' ')
  const command = commandOfFiles([program, ...words], ['a.js', 'b.js'])
  cwd.mockRestore()
  expect(command?.join(' ')).toBe(expected)
})

const memo: Mutant = { kind: 'member-left-out', operation: 'POST /x/', member: 'memo' }
const FILES = ['a.js', 'b.js', 'c.js', 'd.js']
const TESTS = FILES.map((file) => `${file} > works`)
const [A = '', B = '', C = ''] = TESTS

interface Given {
  readonly by?: readonly (string | null)[]
  readonly tests?: readonly string[]
  readonly failed?: readonly string[]
  readonly sharing?: readonly string[]
}

function run({ by = [A], tests = TESTS, failed = [], sharing = [] }: Given): JudgedRun {
  const isGreen = failed.length === 0
  const received = sharing.map((test): MutantFact => ({ received: { test, life: 1 } as ReceivedFact }))
  return {
    ...{ status: isGreen ? 0 : 1, isLate: false, said: '', isGreen, duration: 1, failed },
    facts: [{ simulator: true }, ...by.map((one): MutantFact => ({ seen: memo, by: one }))],
    ends: new TestEnds([received]),
    tests: new Map(
      tests.map((name) => [
        name,
        { id: name, name, file: name.split(' > ')[0], hasFailed: failed.includes(name) },
      ]),
    ),
  }
}

const reached = (given: Given): ReachedFiles =>
  new ReachedFiles(readBareRuns([run(given), run(given), run(given)], undefined), ['npx', 'vitest', 'run'])

it.each<[string, Given, readonly string[] | undefined]>([
  ['one test', {}, ['a.js']],
  ['two tests', { by: [A, B] }, ['a.js', 'b.js']],
  ['a hook of a file', { by: ['b.js > a suite'] }, ['b.js']],
  ['a file', { by: ['b.js'] }, ['b.js']],
  ['a test whose simulator another file has, too', { sharing: [A, C] }, ['a.js', 'c.js']],
  ['nobody knows what', { by: [A, null] }, undefined],
  ['a test that tells nothing of its end', { by: ['x.js > works'] }, undefined],
  ['most of the files', { by: [A, B, C] }, undefined],
])('the files that a mutant reaches: %s', (_, given, files) => {
  const chosen = reached(given).ofMutant(memo)
  expect(chosen && [...chosen.files]).toEqual(files)
})

describe('a run of some files counts', () => {
  const RED = { tests: [A], failed: [A] }
  it.each<[string, Given, Given, boolean]>([
    ['green, and its tests ended', { tests: [A] }, RED, true],
    ['green, and none of its tests ended', { tests: [] }, { tests: [] }, false],
    ['green, and the runner played all', {}, RED, true],
    ['red, and the runner played all: it may not have understood the words', { failed: [A] }, RED, false],
    ['red, and green without the mutant', RED, { tests: [A] }, true],
    ['red, and red without the mutant', RED, RED, false],
    ['red, and the runner finds no such file', { tests: [], failed: [A] }, { tests: [], failed: [A] }, false],
    ['ended before its tests were over', { tests: [], failed: [A] }, { tests: [A] }, true],
  ])('%s', async (_, mutated, bare, expected) => {
    const files = reached({})
    const chosen = files.ofMutant(memo)
    if (!chosen) throw new Error('no file is chosen')
    expect(await files.isTelling(run(mutated), chosen, async () => run(bare))).toBe(expected)
  })

  it('a runner that plays all whatever it is told is told no more files', async () => {
    const files = reached({})
    const chosen = files.ofMutant(memo)
    if (!chosen) throw new Error('no file is chosen')
    for (const _ of [1, 2]) await files.isTelling(run({}), chosen, async () => run({}))
    expect(files.ofTests([B])).toBe(undefined)
  })

  it('a set of files that is red alone is not chosen again', async () => {
    const files = reached({})
    const chosen = files.ofMutant(memo)
    if (!chosen) throw new Error('no file is chosen')
    await files.isTelling(run(RED), chosen, async () => run(RED))
    expect(files.ofMutant(memo)).toBe(undefined)
    const other = files.ofTests([B])
    expect(other?.files).toEqual(new Set(['b.js']))
    // Any run of some files is red, perhaps for a threshold of coverage.
    if (!other) throw new Error('no file is chosen')
    await files.isTelling(run(RED), other, async () => run({ tests: [B], failed: [B] }))
    expect(files.ofTests([C])).toBe(undefined)
  })
})
