import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { nodeTestVariables } from '../../src/command/node-test-plugin'
import type { CoverageReport } from '../../src/tools/coverage/report'
import { InstalledRoom } from '../support/installed'

let room: InstalledRoom
beforeAll(async () => {
  room = await InstalledRoom.open(['vitest', 'msw'])
}, 120_000)

/** Runs `accounting-simulator coverage` in a folder, as a user does. */
const coverage = (folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  room.run(folder, ['coverage', ...args], env)

const reportIn = (folder: string): CoverageReport =>
  JSON.parse(readFileSync(join(folder, 'coverage.json'), 'utf8')) as CoverageReport

const CLIENT = `
  import { createSimulator } from 'accounting-simulator'
  export const simulator = createSimulator({ rateLimits: false })
  const headers = { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' }
  export const list = (query = '') => simulator.fetch(simulator.baseUrl + '/public/v1/customers/' + query, { headers })
  export const create = (key, name = 'Acme') => simulator.fetch(simulator.baseUrl + '/public/v1/customers/', {
    method: 'POST', headers: { ...headers, ...(key && { 'idempotency-key': key }) }, body: JSON.stringify({ name }) })
`
const LIST = 'GET /public/v1/customers/'
const CREATE = 'POST /public/v1/customers/'
const of = (report: CoverageReport, name: string) => report.dimensions.find((one) => one.name === name)

describe('tests that fail', { timeout: 60_000 }, () => {
  it('says first that tests failed, and marks what only they may have met', async () => {
    const folder = room.project({
      'client.mjs': CLIENT,
      'a.test.mjs': `import test from 'node:test'
        import { create, list } from './client.mjs'
        test('lists', () => list())
        test('creates', async () => { await create('a'); throw new Error('red') })`,
    })
    const script = 'node --test > out.txt'
    const ran = await coverage(folder, [
      '--json',
      'coverage.json',
      '--html',
      'page.html',
      '--',
      'sh',
      '-c',
      script,
    ])
    const red =
      'RED: the tests are red (exit status 1); failed: "a.test.mjs > creates". What one of them met first has'
    expect([ran.status, ran.out]).toEqual([1, expect.stringContaining(red)])
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('RED: the tests are red')
    const report = reportIn(folder)
    expect(report.red).toEqual({ status: 1, failed: ['a.test.mjs > creates'] })
    expect(of(report, 'statuses')?.met.map(({ operation, isByFailed }) => [operation, isByFailed])).toEqual([
      [LIST, undefined],
      [CREATE, true],
    ])
  })

  it('knows tests of vitest that fail by what they leave', async () => {
    const folder = room.project({
      'vitest.config.mts': 'export default {}',
      'a.test.ts': `import { useSimulator } from 'accounting-simulator/vitest'
        import { test } from 'vitest'
        const simulator = useSimulator({ rateLimits: false })
        const headers = { 'x-api-key': 'test-api-key', 'content-type': 'application/json' }
        const list = () => fetch(simulator.baseUrl + '/public/v1/customers/', { headers })
        const create = () => fetch(simulator.baseUrl + '/public/v1/customers/', {
          method: 'POST', headers, body: JSON.stringify({ name: 'Acme' }) })
        const fault = () => simulator.faults.inject({ on: 'GET /public/v1/vendors/', then: { status: 503 } })
        test('lists', async () => { await list() })
        test('leaves a fault', async () => { await create(); fault() })
        let tries = 0
        test('passes when tried again', { retry: 2 }, async () => { await create(); if (tries++ === 0) fault() })
        test('leaves one each time', { retry: 1 }, async () => { await create(); fault() })`,
    })
    const vitest = 'node ../node_modules/vitest/vitest.mjs run > out.txt 2>&1'
    const ran = await coverage(folder, ['--json', 'coverage.json', '--', 'sh', '-c', vitest])
    expect([ran.status, reportIn(folder).red]).toEqual([
      1,
      { status: 1, failed: ['a.test.ts > leaves a fault', 'a.test.ts > leaves one each time'] },
    ])
  })

  it('says nothing of a test of node:test that is still to be done', async () => {
    const folder = room.project({
      'client.mjs': CLIENT,
      'a.test.mjs': `import test from 'node:test'
        import { list } from './client.mjs'
        test('lists', { todo: true }, async () => { await list(); throw new Error('red') })`,
    })
    const ran = await coverage(folder, ['--json', 'coverage.json', '--', process.execPath, '--test'])
    expect([ran.status, reportIn(folder).red]).toEqual([0, undefined])
  })

  it('names a test of node:test only where that is sure, and leaves nothing to programs that it starts', async () => {
    const folder = room.project({
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
      'client.mjs': CLIENT,
      'child.mjs': `import { writeFileSync } from 'node:fs'
        await (await import('./client.mjs')).list()
        writeFileSync('options.txt', process.env.NODE_OPTIONS ?? 'none')`,
      'a.test.mjs': `import { execFileSync } from 'node:child_process'
        import { describe, test } from 'node:test'
        import { setTimeout } from 'node:timers/promises'
        import { create } from './client.mjs'
        test('starts one', () => execFileSync(process.execPath, ['child.mjs']))
        describe('side by side', { concurrency: true }, () => {
          test('list', async () => { await setTimeout(50); await create('a'); await setTimeout(100) })
          test('list all', () => setTimeout(400))
        })`,
    })
    const words = ['--json', 'coverage.json', '--', 'npm', 'test']
    const { status } = await coverage(folder, words, { NODE_OPTIONS: '' })
    expect(status).toBe(0)
    expect(of(reportIn(folder), 'statuses')?.met.map(({ operation, by }) => [operation, by])).toEqual([
      [LIST, 'a.test.mjs'],
      [CREATE, 'a.test.mjs'],
    ])
    expect(readFileSync(join(folder, 'options.txt'), 'utf8')).toBe('none')
  })

  it.each([
    ['node --test', true],
    ['tsx --test', true],
    ['sh -c "c8 node --test"', true],
    ['node --test-reporter=tap a.js', false],
    ['npm test', true],
    ['npm run units', true],
    ['npx vitest run', false],
    ['node program.mjs', false],
    ['node --experimental-permission --test', false],
  ])('asks Node to tell of the tests of %s: %s', (command, isAsked) => {
    const folder = room.project({ 'package.json': '{ "scripts": { "units": "node --test" } }' })
    const spied = vi.spyOn(process, 'cwd').mockReturnValue(folder)
    onTestFinished(() => void spied.mockRestore())
    expect(Object.keys(nodeTestVariables(command.split(' ')))).toEqual(isAsked ? ['NODE_OPTIONS'] : [])
  })

  it('says so where it is not known which tests failed', async () => {
    const ran = await coverage(
      room.project({
        'client.mjs': CLIENT,
        'main.mjs': "await (await import('./client.mjs')).list(); process.exit(3)",
      }),
      ['--', process.execPath, 'main.mjs'],
    )
    expect([ran.status, ran.out]).toEqual([
      3,
      expect.stringContaining(
        'RED: the tests are red (exit status 3), and it is not known which of them failed',
      ),
    ])
  })
})
