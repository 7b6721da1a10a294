import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CoverageReport } from '../../src/tools/coverage/report'
import { InstalledRoom, runIn } from '../support/installed'
import { sampled } from '../support/thorough'

let room: InstalledRoom
/** Where the commands keep their files. */
let temporary: string
beforeAll(async () => {
  room = await InstalledRoom.open(['vitest', 'msw'])
  temporary = room.project({ 'accounting-coverage-old/1-0-1.jsonl': OLD_FACT })
}, 120_000)

/** Without what this runner tells its own programs. */
const {
  VITEST: _,
  VITEST_POOL_ID: __,
  VITEST_WORKER_ID: ___,
  NODE_TEST_CONTEXT: ____,
  ...OUTER
} = process.env

const VITEST = 'node ../node_modules/vitest/vitest.mjs'

const OLD_FACT = '{"dimension":"misfortunes","operation":"","what":"storm","source":"test","by":null}\n'

/** Runs `accounting-simulator coverage` in a folder, as a user does. */
const coverage = (folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  room.run(folder, ['coverage', ...args], env)

/** Runs a line of a shell in a folder. */
const run = (folder: string, script: string) => runIn(folder, ['sh', '-c', script])

const reportIn = (folder: string): CoverageReport =>
  JSON.parse(readFileSync(join(folder, 'coverage.json'), 'utf8')) as CoverageReport

/** Runs programs of the folder side by side, and gives the report as JSON. */
async function measured(files: Readonly<Record<string, string>>, script: string, status = 0) {
  const folder = room.project(files)
  const ran = await coverage(folder, ['--json', 'coverage.json', '--', 'sh', '-c', script])
  expect([ran.status, ran.error]).toEqual([status, ''])
  return { report: reportIn(folder), out: ran.out, folder }
}

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
const callsOf = (report: CoverageReport) =>
  Object.fromEntries(report.operations.map(({ operation, calls }) => [operation, calls]))

describe('facts survive whatever ends a process', { timeout: 120_000 }, () => {
  const ends: [how: string, program: string, status: number][] = [
    ['the end of the program', '', 0],
    ['process.exit', 'process.exit(0)', 0],
    ['SIGKILL', "process.kill(process.pid, 'SIGKILL'); await new Promise((r) => setTimeout(r, 5000))", 137],
    [
      'an error that nobody catches',
      "setTimeout(() => { throw new Error('x') }); await new Promise((r) => setTimeout(r, 5000))",
      1,
    ],
  ]
  it.each(ends)('%s', async (_, end, status) => {
    const folder = room.project({
      'client.mjs': CLIENT,
      'main.mjs': `import { create, list } from './client.mjs'
        await list(); await list(); await create('a'); await create('a')\n${end}`,
    })
    const ran = await coverage(folder, ['--json', 'coverage.json', '--', process.execPath, 'main.mjs'])
    expect(ran.status).toBe(status)
    const report = reportIn(folder)
    expect(callsOf(report)).toEqual({ [LIST]: 2, [CREATE]: 2 })
    expect(of(report, 'repeats')?.met.map(({ what }) => what)).toEqual(['replayed'])
  })

  it('four processes and a worker thread at once, each call counted once', async () => {
    const { report, out } = await measured(
      {
        'client.mjs': CLIENT,
        'main.mjs': `import { list } from './client.mjs'
          for (let i = 0; i < 25; i += 1) await list()`,
        'thread.mjs': `import { Worker } from 'node:worker_threads'
          import { once } from 'node:events'
          const worker = new Worker(new URL('./main.mjs', import.meta.url))
          await import('./main.mjs')
          await once(worker, 'exit')`,
      },
      'node main.mjs & node main.mjs & node main.mjs & node thread.mjs & wait',
    )
    expect(callsOf(report)).toEqual({ [LIST]: 125 })
    expect(out).toContain(`${LIST}  200 ×125`)
  })

  it('two commands at once, and a folder of temporary files with old ones', async () => {
    const files = {
      'client.mjs': CLIENT,
      'main.mjs': `import { list } from './client.mjs'\nfor (let i = 0; i < 10; i += 1) await list()`,
    }
    const runs = await Promise.all([1, 2, 3].map(() => measured(files, 'node main.mjs')))
    for (const { report } of runs) expect(callsOf(report)).toEqual({ [LIST]: 10 })
    expect(readdirSync(temporary)).toEqual(['accounting-coverage-old'])
  })
})

describe('what cannot be judged is told at once', { timeout: 60_000 }, () => {
  const wrong: [args: string[], error: string, env?: Record<string, string>][] = [
    [['npx', 'vitest'], 'coverage needs a command after --, such as accounting-simulator coverage -- '],
    [['--', 'no-such-program'], 'there is no program no-such-program\n'],
    [['--jsn', 'f', '--', 'true'], 'there is no option --jsn, perhaps --json; --help tells more'],
    [['--json', 'no/such/folder/f', '--', 'true'], '--json no/such/folder/f cannot be written: '],
    [
      ['--min', 'misfortune=50', '--', 'true'],
      '--min: there is no dimension misfortune, perhaps misfortunes; there are statuses, misfortunes, repeats, pages, webhooks',
    ],
    [
      ['--min', 'pages', '--', 'true'],
      '--min: pages takes a whole percentage from 0 to 100, as in pages=80, not pages',
    ],
    [['--min', 'pages=101', '--', 'true'], 'pages takes a whole percentage'],
    [['--min', '', '--', 'true'], 'there is no dimension'],
    [['--', 'true'], 'no request reached a simulator, so there is nothing to judge.'],
    [['--', 'true'], '; vite.config.ts names a browser'],
    [['--', 'true'], 'it runs within another coverage already', { ACCOUNTING_COVERAGE: '/somewhere' }],
    [['--', 'true'], 'it runs within mutate', { ACCOUNTING_MUTANT: 'write-not-sent' }],
    [
      ['--', 'true'],
      'SIMULATOR_URL is http://127.0.0.1:9, and the service there cannot be asked: ',
      { SIMULATOR_URL: 'http://127.0.0.1:9' },
    ],
  ]
  it.each(wrong)('%j: %s', async (args, error, env) => {
    const inBrowser = 'export default { test: { browser: { enabled: true } } }'
    const ran = await coverage(room.project({ 'vite.config.ts': inBrowser }), args, env)
    expect(ran.error).toContain(`accounting-simulator coverage: `)
    expect(ran.error).toContain(error)
    expect([ran.status, ran.out]).toEqual([2, ''])
  })

  it('a command that fails before it starts a simulator keeps its status', async () => {
    const ran = await coverage(room.project({ 'package.json': '{}' }), ['--', 'sh', '-c', 'exit 7'])
    expect(ran.status).toBe(7)
    expect(ran.error).toContain('no request reached a simulator')
  })

  it('has a text of help', async () => {
    const { status, out } = await coverage(room.project({ 'package.json': '{}' }), ['--help'])
    expect(out).toMatch(/^accounting-simulator coverage \[options\] -- COMMAND ARGUMENT/)
    expect(status).toBe(0)
  })
})

describe('--min', { timeout: 60_000 }, () => {
  const files = {
    'client.mjs': CLIENT,
    'main.mjs': `import { create, list, simulator } from './client.mjs'
      simulator.make.customers(101)
      await list('?offset=100'); await create('a'); await create('a')`,
  }
  it.each<[min: string, status: number, error: string]>([
    ['repeats=50,pages=50', 0, ''],
    ['repeats=51', 1, 'repeats: 1 of 2 (50 %) met, and at least 51 % were asked for\n'],
    ['webhooks=1', 2, 'webhooks: there is nothing to meet, so no percentage can be asked for\n'],
    ['webhooks=0', 0, ''],
  ])('%s gives %d', async (min, status, error) => {
    const ran = await coverage(room.project(files), ['--min', min, '--', 'node', 'main.mjs'])
    expect([ran.status, ran.error]).toEqual([status, error && `accounting-simulator coverage: ${error}`])
  })
})

describe('services and tests', { timeout: 120_000 }, () => {
  it('a service that was started before is asked what it has met meanwhile', async () => {
    const folder = room.project({
      'ask.mjs': `const { SIMULATOR_URL: url } = process.env
        const { apiKey } = await (await fetch(url + '/__simulator/')).json()
        for (let i = 0; i < 3; i += 1) await fetch(url + '/public/v1/customers/', { headers: { 'x-api-key': apiKey } })
        console.log('asked')`,
    })
    const server = spawn(process.execPath, [room.command, '--port', '0', '--json', '--clock', 'manual'], {
      env: OUTER,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
    const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string }
    try {
      // Before the tests, which have not met this.
      await fetch(`${url}/public/v1/vendors/`, { headers: { 'x-api-key': apiKey } })
      const ran = await coverage(folder, ['--json', 'coverage.json', '--', 'node', 'ask.mjs'], {
        SIMULATOR_URL: url,
      })
      expect([ran.status, ran.error]).toEqual([0, ''])
      const report = reportIn(folder)
      expect(callsOf(report)).toEqual({ [LIST]: 3 })
      const [first] = report.missing
      expect(first?.paste).toBe(
        `curl -sS "$SIMULATOR_URL/__simulator/faults" -H 'content-type: application/json' -d ` +
          `'{"on":"${LIST}","then":{"status":429,"retryAfter":20}}'`,
      )
      const pasted = spawn('sh', ['-c', first?.paste ?? ''], { env: { ...OUTER, SIMULATOR_URL: url } })
      await once(pasted, 'close')
      const refused = await fetch(`${url}/public/v1/customers/`, { headers: { 'x-api-key': apiKey } })
      expect(refused.status).toBe(429)
    } finally {
      server.kill('SIGKILL')
    }
  })

  const TESTED = `
    import { useSimulator } from 'accounting-simulator/vitest'
    import { describe, expect, it } from 'vitest'
    const simulator = useSimulator()
    const list = () => fetch(simulator.baseUrl + '/public/v1/customers/', { headers: { 'X-API-KEY': simulator.apiKey } })
    let tries = 0
    describe('the list', () => {
      it('is read', async () => { expect((await list()).status).toBe(200) })
      it('is refused in a storm', { retry: 2 }, async () => {
        tries += 1
        simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 1 } })
        for (let i = 0; i < 3; i += 1) expect((await list()).status).toBe(429)
        expect(tries).toBe(3)
      })
    })`

  it.each(sampled(['forks', 'threads'], 2))(
    'names the tests of vitest (%s), and counts a retried test once',
    async (pool) => {
      const { report } = await measured(
        { 'a.test.ts': TESTED, 'b.test.ts': TESTED, 'vitest.config.mts': 'export default {}' },
        `${VITEST} run --pool=${pool} --reporter=dot > out.txt`,
      )
      expect(of(report, 'misfortunes')?.met.map(({ what, by }) => [what, by?.replace(/^[ab]/, '')])).toEqual([
        ['rate limit', '.test.ts > the list > is refused in a storm'],
        ['storm', '.test.ts > the list > is refused in a storm'],
      ])
      expect(report.operations[0]?.statuses).toEqual({ '200': 2, '429': 18 })
    },
  )

  it('counts right after a test that failed twice under one name', async () => {
    const failing = `
      import { createSimulator } from 'accounting-simulator'
      import { expect, it } from 'vitest'
      const { fetch, baseUrl, apiKey } = createSimulator()
      const list = (type) => fetch(baseUrl + '/public/v1/' + type + '/', { headers: { 'x-api-key': apiKey } })
      let tries = 0
      it('fails', { retry: 1 }, async () => {
        tries += 1
        await list(tries === 1 ? 'customers' : 'vendors')
        expect(tries).toBe(3)
      })
      it('lists', async () => {
        for (let times = 0; times < 3; times += 1) await list('items')
        expect(tries).toBe(2)
      })`
    const { report } = await measured(
      { 'a.test.ts': failing, 'vitest.config.mts': 'export default {}' },
      `${VITEST} run --reporter=dot > out.txt 2>&1`,
      1,
    )
    expect(report.operations.map(({ operation, statuses }) => [operation, statuses])).toEqual([
      ['GET /public/v1/customers/', { '200': 1 }],
      ['GET /public/v1/items/', { '200': 3 }],
      ['GET /public/v1/vendors/', { '200': 1 }],
    ])
    expect(report.red).toEqual({ status: 1, failed: ['a.test.ts > fails'] })
  })

  it('the reporter of vitest tells the same, and leaves it to the command within the command', async () => {
    const config = (options: string) => `export default { test: { reporters: [
      'dot', ['accounting-simulator/vitest-reporter', ${options}]] } }`
    const files = { 'a.test.ts': TESTED, 'vitest.config.mts': config("{ json: 'own.json' }") }
    const { report, folder, out } = await measured(files, `${VITEST} run`)
    expect(out.match(/What your tests have met/g)).toHaveLength(1)
    const alone = await run(folder, `${VITEST} run`)
    expect(alone.out).toContain('misfortunes: 2 of 9 met (22 %)')
    expect(JSON.parse(readFileSync(join(folder, 'own.json'), 'utf8'))).toEqual(report)
    expect(alone.status).toBe(0)
    const strict = { ...files, 'vitest.config.mts': config('{ min: { misfortunes: 50 } }') }
    const below = await run(room.project(strict), `${VITEST} run`)
    expect(below.out).toContain('misfortunes: 2 of 9 (22 %) met, and at least 50 % were asked for')
    expect(below.status).toBe(1)
    const misspelt = { ...files, 'vitest.config.mts': config('{ min: { misfortune: 50 } }') }
    expect((await run(room.project(misspelt), `${VITEST} run`)).error).toContain('perhaps misfortunes')
  })

  it('names the tests of node:test', async () => {
    const { report } = await measured(
      {
        'client.mjs': CLIENT,
        'a.test.mjs': `import test from 'node:test'
          import { list } from './client.mjs'
          test('lists', () => list())`,
      },
      'node --test > out.txt',
    )
    expect(of(report, 'statuses')?.met).toEqual([{ what: '200', operation: LIST, by: 'a.test.mjs > lists' }])
    expect(report.missing[0]).toMatchObject({ near: 'a.test.mjs > lists', nearAt: 'a.test.mjs:3' })
  })
})
