import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { MutateReport } from '../../src/command/mutate/report'
import { InstalledRoom } from '../support/installed'
import { isThorough } from '../support/thorough'

let room: InstalledRoom
beforeAll(async () => {
  room = await InstalledRoom.open(['vitest', 'msw'])
}, 120_000)

const POST = 'POST /public/v1/invoices/'

/** A client, and tests that use it. */
const suite = (tests: string) => ({
  'vitest.config.mts': 'export default {}',
  'a.test.ts': `
    import { useSimulator } from 'accounting-simulator/vitest'
    import { expect, it } from 'vitest'
    const simulator = useSimulator()
    const invoice = async (quantity: string) => {
      const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
      const items = [{ item_id: 1, quantity, rate: '20.00' }]
      const body = { date: '2026-01-15', company_id: 1, customer_id: 1, items }
      await fetch(simulator.baseUrl + '/public/v1/invoices/', { method: 'POST', headers, body: JSON.stringify(body) })
    }
    ${tests}`,
})

/** The report on a suite of vitest. */
const judged = (tests: string, only: string): MutateReport => played(room.project(suite(tests)), only)

const VITEST = 'node_modules/vitest/vitest.mjs'

function played(folder: string, only: string, runner?: readonly string[]): MutateReport {
  const {
    VITEST: _,
    VITEST_POOL_ID: __,
    VITEST_WORKER_ID: ___,
    NODE_TEST_CONTEXT: ____,
    ...env
  } = process.env
  const command = [process.execPath, ...(runner ?? [join(room.path, VITEST), 'run'])]
  const words = [room.command, 'mutate', '--json', 'report.json', '--only', only, '--', ...command]
  const { stderr } = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' })
  // It tells how far it is.
  expect(stderr.replaceAll(/^(run|bug|once more|with the whole command)\b.*\n/gm, '')).toBe('')
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as MutateReport
}

it('a test is told by its name, also if a later one has the same name and is green; a retried one counts once', () => {
  const report = judged(
    `it('sells', async () => {
       await invoice('3')
       expect(simulator.records.invoices.count()).toBe(1)
     })
     it('sells', () => undefined)
     let tries = 0
     it('is green at its second try', { retry: 1 }, () => expect((tries += 1)).toBe(2))`,
    `write-not-sent:${POST}`,
  )
  expect(report.mutants).toMatchObject([{ outcome: 'found', by: ['a.test.ts > sells'] }])
}, 120_000)

it('a line is for the test that it was tried in', () => {
  const report = judged(
    `it('reads nothing', () => undefined)
     it('sells', () => invoice('3'))
     it('sells at random', () => invoice(String(Date.now() % 1000)))`,
    `quantity-changed:${POST}:items.quantity`,
  )
  expect(report.mutants).toMatchObject([
    {
      outcome: 'survived',
      add: `expect(simulator).toHaveReceived('${POST}', { items: [{ quantity: '3' }] })`,
      addTo: 'a.test.ts > sells',
    },
  ])
}, 120_000)

it.runIf(isThorough)(
  'bugs of different tests are played in one run, and again in fewer',
  () => {
    const customers = `
    import { createSimulator } from 'accounting-simulator'
    import { expect, it } from 'vitest'
    it('knows its customer', async () => {
      const simulator = createSimulator()
      const { fetch } = simulator
      const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
      const body = { name: 'Acme', email: 'a@acme.example', phone: '1', country: 'US' }
      const init = { method: 'POST', headers, body: JSON.stringify({ ...body, website: '', address: 'Pier 1' }) }
      expect((await fetch(simulator.baseUrl + '/public/v1/customers/', init)).status).toBe(201)
      expect(simulator.records.customers.list({ search: 'Acme' }).items.length).toBeGreaterThan(0)
    })`
    const folder = room.project({
      ...suite(`it('sells', async () => {
       await invoice('3')
       expect(simulator.records.invoices.count()).toBe(1)
     })`),
      'b.test.ts': customers,
      'vitest.config.mts': `import { appendFileSync } from 'node:fs'
      appendFileSync('runs.txt', '.')
      export default {}`,
    })
    const { mutants } = played(folder, 'write-not-sent,write-sent-twice')
    const outcomes = mutants.map(({ id, operation, outcome, by }) => [
      id,
      operation.slice(16),
      outcome,
      by?.[0],
    ])
    expect(outcomes).toEqual([
      ['write-not-sent', 'customers/', 'found', 'b.test.ts > knows its customer'],
      ['write-sent-twice', 'customers/', 'survived', undefined],
      ['write-not-sent', 'invoices/', 'found', 'a.test.ts > sells'],
      ['write-sent-twice', 'invoices/', 'found', 'a.test.ts > sells'],
    ])
    // Three without a bug, two of two bugs each, and twice again those that are found. The test of b let a bug pass, so it
    // must be red once more. Each file is played once alone without a bug, before a bug in it alone counts. In the end both
    // files are played with the one that nothing noticed.
    expect(readFileSync(join(folder, 'runs.txt'), 'utf8').length).toBe(3 + 2 + 2 * 2 + 1 + 2 + 1)
  },
  240_000,
)

it.runIf(isThorough)(
  'only the files of tests that a bug can reach are played with it, and all with one that these do not notice',
  () => {
    const other = `
    import { createSimulator } from 'accounting-simulator'
    import { appendFileSync } from 'node:fs'
    import { expect, it } from 'vitest'
    appendFileSync('others.txt', '.')
    it('reads', async () => {
      const { fetch, baseUrl, apiKey } = createSimulator()
      const headers = { 'X-API-KEY': apiKey }
      expect((await fetch(baseUrl + '/public/v1/customers/', { headers })).status).toBe(200)
    })`
    const folder = room.project({
      ...suite(`it('sells', async () => {
       await invoice('3')
       expect(simulator.records.invoices.get(1).amount).toBe('60.00')
     })`),
      'b.test.ts': other,
      'c.test.ts': other,
    })
    const bugs = ['quantity-changed', 'date-changed'].join()
    const { mutants } = played(folder, bugs)
    expect(mutants.map(({ outcome }) => outcome)).toEqual(['found', 'survived'])
    expect(readFileSync(join(folder, 'others.txt'), 'utf8')).toBe('.'.repeat(2 * (3 + 1)))
  },
  240_000,
)

it('node:test tells the test that was red, so that bugs of different tests are played in one run', () => {
  const file = (name: string, party: string) => `
    import { createSimulator } from 'accounting-simulator'
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    const send = async ({ fetch, apiKey, baseUrl }) => {
      const items = [{ item_id: 1, quantity: '3', rate: '20.00' }]
      const body = JSON.stringify({ date: '2026-01-15', company_id: 1, ${party}: 1, memo: 'late', items })
      const init = { method: 'POST', headers: { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' }, body }
      assert.ok((await fetch(baseUrl + '/public/v1/${name}/', init)).ok)
    }
    test('sends', () => send(createSimulator()))
    test('looks', async () => {
      const simulator = createSimulator()
      await send(simulator)
      assert.equal(simulator.records.${name}.list().items.at(-1).memo, 'late')
    })`
  const folder = room.project({
    'package.json': '{ "type": "module" }',
    'count.mjs': `import { appendFileSync } from 'node:fs'
      appendFileSync('runs.txt', '.')`,
    'a.test.mjs': file('invoices', 'customer_id'),
    'b.test.mjs': file('bills', 'vendor_id'),
  })
  const bugs = ['invoices', 'bills'].map((name) => `member-left-out:POST /public/v1/${name}/:memo`)
  const { mutants } = played(folder, bugs.join(), ['--import', './count.mjs', '--test'])
  expect(mutants.map(({ outcome, by }) => [outcome, by])).toEqual([
    ['found', ['b.test.mjs > looks']],
    ['found', ['a.test.mjs > looks']],
  ])
  // Three without a bug, one with both, of which one is in a test that does not look, and two with both again.
  expect(readFileSync(join(folder, 'runs.txt'), 'utf8').length).toBe(2 * (3 + 1 + 1 + 2))
}, 120_000)

it('a test of node:test that is still to be done finds nothing, also beside one that really fails', () => {
  const folder = room.project({
    'package.json': '{ "type": "module" }',
    'a.test.mjs': `
      import { createSimulator } from 'accounting-simulator'
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      const send = async ({ fetch, apiKey, baseUrl }) => {
        const items = [{ item_id: 1, quantity: '3', rate: '20.00' }]
        const body = JSON.stringify({ date: '2026-01-15', company_id: 1, customer_id: 1, memo: 'late', items })
        const init = { method: 'POST', headers: { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' }, body }
        assert.ok((await fetch(baseUrl + '/public/v1/invoices/', init)).ok)
      }
      const todo = true
      test('looks', { todo }, async () => {
        const simulator = createSimulator()
        await send(simulator)
        assert.equal(simulator.records.invoices.get(1).memo, 'late')
      })
      test('counts', async () => {
        const simulator = createSimulator()
        await send(simulator)
        assert.equal(simulator.records.invoices.count(), 1)
      })`,
  })
  const post = 'POST /public/v1/invoices/'
  const { mutants } = played(folder, `write-not-sent:${post},member-left-out:${post}:memo`, ['--test'])
  expect(mutants.map(({ outcome, by, addTo }) => [outcome, by, addTo])).toEqual([
    ['found', ['a.test.mjs > counts'], undefined],
    ['survived', undefined, 'a.test.mjs > counts'],
  ])
}, 120_000)
