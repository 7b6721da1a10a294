import { createSimulator, type RowChange } from 'accounting-simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SandboxStore } from '../../src/sandbox/sandbox-store'
import type { SandboxHead } from '../../src/sandbox/storage'
import { CONTROLS } from '../../src/tools/controls/open-controls'
import { MIGRATIONS } from '../../src/worlds/migrations'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TestDeployment } from './deployment'
import { STORAGES } from './storages'

/** A world with a record of every type that can be made. */
function everything() {
  const simulator = createSimulator()
  for (const [name, make] of Object.entries(simulator.make))
    if (!name.endsWith('s') && typeof make === 'function') (make as () => unknown)()
  return simulator.export()
}

const HOOK = { url: 'https://hooks.example.com/a', topics: ['core.invoice/created'] }

/** The key of a row that a migration drops. */
const DRAFT = 987_654

/** A call of each control that changes something, on a world with an invoice, a webhook and a delivery. */
const CALLS: readonly [control: string, call: string, body?: unknown][] = [
  ['POST /webhooks/hold', 'POST /webhooks/hold'],
  ['POST /webhooks/duplicate', 'POST /webhooks/duplicate', { id: 1 }],
  ['POST /webhooks/reorder', 'POST /webhooks/reorder', { ids: [2, 1] }],
  ['POST /webhooks/drop', 'POST /webhooks/drop', { id: 2 }],
  ['POST /webhooks/release', 'POST /webhooks/release'],
  ['POST /webhooks/deliver', 'POST /webhooks/deliver', { id: 1 }],
  ['POST /repeat', 'POST /repeat', { entries: [1], now: '2027-01-01T00:00:00Z' }],
  ['POST /webhooks/flush', 'POST /webhooks/flush'],
  ['POST /requests', 'POST /requests', { path: '/public/v1/items/' }],
  ['POST /clock/advance', 'POST /clock/advance', { duration: '40 days' }],
  ['POST /clock/advance-to', 'POST /clock/advance-to', { instant: '2026-06-01T00:00:00Z' }],
  ['POST /clock/run-until', 'POST /clock/run-until', { attempts: 0 }],
  ['POST /clock/next', 'POST /clock/next'],
  ['POST /snapshots', 'POST /snapshots', { name: 'one' }],
  ['POST /faults', 'POST /faults', { on: 'GET /public/v1/items/', times: 2, then: { status: 503 } }],
  ['DELETE /faults/{}', 'DELETE /faults/1'],
  ['POST /faults', 'POST /faults', { on: 'GET /public/v1/items/', then: { status: 429, retryAfter: 3 } }],
  ['POST /scenarios/play', 'POST /scenarios/play', { name: 'maintenance-window' }],
  ['DELETE /plays/{}', 'DELETE /plays/1'],
  ['DELETE /faults', 'DELETE /faults'],
  ['DELETE /traffic', 'DELETE /traffic'],
  ['POST /matchers/{}', 'POST /matchers/toBeBalanced', {}],
  ['POST /records/{}', 'POST /records/invoices', INVOICE],
  ['PUT /records/{}/{}', 'PUT /records/invoices/2', { ...INVOICE, memo: 'changed' }],
  ['DELETE /records/{}/{}', 'DELETE /records/invoices/2'],
  ['POST /make/{}', 'POST /make/customer', { name: 'Made up' }],
  ['POST /admin/{}/{}', 'POST /admin/periods/lockThrough', { companyId: 1, date: '2025-12-31' }],
  ['POST /reset', 'POST /reset'],
]

/** Tried elsewhere, refused to callers on other machines, or about snapshots, which are no rows. */
const APART = [
  'POST /import',
  'POST /snapshots/{}/restore',
  'DELETE /snapshots/{}',
  'POST /webhooks/replay',
  'POST /webhooks/catch-up',
  'POST /records/{}/{}/actions/{}',
]

test('every control that changes something has its call here', () => {
  const changing = CONTROLS.filter(({ method, isLocal }) => method !== 'GET' && !isLocal)
  const names = changing.map(({ method, path }) => `${method} ${path}`)
  const tried = new Set([...CALLS.map(([control]) => control), ...APART])
  expect(names.filter((name) => !tried.has(name))).toEqual([])
})

describe.each(STORAGES)('a sandbox in %s', (_, store) => {
  let many: TestDeployment
  let made: Made
  beforeEach(async () => {
    many = new TestDeployment(store(), { requestsPerSecond: 1e6, burst: 1e6 })
    made = await many.make()
  })

  const reopened = async (): Promise<unknown> => {
    await many.fleet.evict(0)
    return many.tables(made)
  }

  test('is after each control as it was, when it is opened again', async () => {
    await many.service(made, 'POST /public/v2/webhooks/', HOOK)
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const different: string[] = []
    for (const [name, call, body] of CALLS) {
      const response = await many.control(made, call, body)
      if (response.status !== 200) different.push(`${call}: ${response.status} ${await response.text()}`)
      const before = await many.tables(made)
      if (JSON.stringify(await reopened()) !== JSON.stringify(before)) different.push(name)
    }
    expect(different).toEqual([])
  })

  test('has the records of every type and answers every list as before', async () => {
    const world = everything()
    made = await many.make({ clock: 'manual', options: { rateLimits: false }, from: world })
    const lists = Object.keys(createSimulator().openapi().paths ?? {}).filter((path) => !path.includes('{'))
    const answers = () =>
      Promise.all(
        lists.map(async (path) => `${path} ${await (await many.service(made, `GET ${path}`)).text()}`),
      )
    const before = await answers()
    const tables = await many.tables(made)
    expect(lists.length).toBeGreaterThan(30)
    expect(await reopened()).toEqual(tables)
    expect(await answers()).toEqual(before)
    await many.control(made, 'POST /records/customers', { name: 'late' })
    await many.fleet.evict(0)
    await many.control(made, 'POST /reset')
    expect(await many.tables(made)).toEqual(tables)
  })

  describe('that an earlier version stored', () => {
    const shipped = [...MIGRATIONS]
    afterEach(() => {
      MIGRATIONS.splice(0, MIGRATIONS.length, ...shipped)
    })

    /** Customers had a member of another name, and there was a row that this version has no more. */
    const asEarlier = (rows: readonly RowChange[]): RowChange[] => [
      ...rows.map((change): RowChange => {
        if (change.table !== 'customers' || change.row === null) return change
        const { name, ...others } = change.row
        return { ...change, row: { ...others, title: name } }
      }),
      ...rows
        .filter(({ table, key }) => table === 'customers' && key === 1)
        .map((change) => ({ ...change, key: DRAFT, row: { id: DRAFT } })),
    ]

    /** All but keys and chance, which are a sandbox's own. */
    const booksOf = (tables: unknown): unknown => (tables as Record<string, unknown>)['org-1']

    /** Stores the sandbox as an earlier version would have, and whatever the first world had then. */
    async function putAway(own: SandboxStore, first = asEarlier): Promise<void> {
      await many.fleet.evict(0)
      const storage = own.storage(made.id)
      const { world, ...head } = storage.head() as Required<SandboxHead>
      await storage.write({
        head: { ...head, world: { ...world, version: `0.0.9 ${'0'.repeat(16)} ${shipped.length}` } },
        rows: asEarlier(storage.rows()),
        first: first([...(storage.first() ?? [])].flat()),
      })
      MIGRATIONS.push({
        name: 'customers: title is name, and drafts are gone',
        table: 'customers',
        row: ({ title, ...row }) => (title === undefined ? undefined : { ...row, name: title }),
      })
      many = new TestDeployment(own)
    }

    test('is left as it is when its first world has no shape of today', async () => {
      const own = store()
      many = new TestDeployment(own)
      made = await many.make({ clock: 'manual', from: everything() })
      const shapeless = (rows: readonly RowChange[]): RowChange[] =>
        asEarlier(rows).map((change) =>
          change.table === 'customers' && change.row
            ? { ...change, row: { ...change.row, title: 7 } }
            : change,
        )
      await putAway(own, shapeless)
      const before = [
        own.storage(made.id).head(),
        own.storage(made.id).rows(),
        [...(own.storage(made.id).first() ?? [])],
      ]
      const response = await many.control(made, 'GET /export').catch((error: unknown) => error)
      expect(response instanceof Response ? response.status : response).toBe(503)
      expect([
        own.storage(made.id).head(),
        own.storage(made.id).rows(),
        [...(own.storage(made.id).first() ?? [])],
      ]).toEqual(before)
    })

    test.each(['an answer', 'a reset', 'a fork'])(
      'opens in the shape of today, for %s first',
      async (first) => {
        const own = store()
        many = new TestDeployment(own)
        made = await many.make({ clock: 'manual', from: everything() })
        const begin = await many.tables(made)
        await many.control(made, 'POST /records/customers', { name: 'late' })
        const later = await many.tables(made)
        await putAway(own)
        if (first === 'a fork') {
          const fork = (await (await many.team(`POST /${made.id}/fork`)).json()) as Made
          expect(booksOf(await many.tables(fork))).toEqual(booksOf(later))
        }
        if (first !== 'a reset') expect(await many.tables(made)).toEqual(later)
        expect((await many.control(made, 'POST /reset')).status).toBe(200)
        expect(await many.tables(made)).toEqual(begin)
        expect(await reopened()).toEqual(begin)
        const stored = own.storage(made.id)
        const drafts = [...stored.rows(), ...[...(stored.first() ?? [])].flat()].filter(
          ({ key }) => key === DRAFT,
        )
        expect(drafts).toEqual([])
        expect((await many.control(made, 'POST /reset')).status).toBe(200)
        expect(await many.tables(made)).toEqual(begin)
      },
    )
  })

  test('keeps rows that are too long for a row of the engine', async () => {
    many = new TestDeployment(store(), { body: 8 * 1024 * 1024 })
    made = await many.make()
    const line = INVOICE.items[0]
    const items = Array.from({ length: 1900 }, (__, i) => ({
      ...line,
      memo: `😀${'é'.repeat(i % 600)}`,
    }))
    const response = await many.service(made, 'POST /public/v1/invoices/', { ...INVOICE, items })
    expect(response.status).toBe(200)
    const before = await many.tables(made)
    expect(JSON.stringify(before).length).toBeGreaterThan(1_000_000)
    expect(await reopened()).toEqual(before)
    expect((await many.control(made, 'DELETE /records/invoices/1')).status).toBe(200)
    const after = await many.tables(made)
    expect(await reopened()).toEqual(after)
  })

  test('on a live clock goes on while it is closed, and is woken without a request', async () => {
    const live = await many.make({ clock: 'live' })
    await many.service(live, 'POST /public/v2/webhooks/', HOOK)
    many.receive = async () => new Response('', { status: 500 })
    await many.service(live, 'POST /public/v1/invoices/', INVOICE)
    await many.fleet.wakeDue()
    expect(many.sent).toHaveLength(1)
    await many.fleet.evict(0)
    expect(many.fleet.openCount).toBe(0)
    many.time = many.fleet.nextDue
    expect(many.time).toBeLessThan(Number.POSITIVE_INFINITY)
    many.receive = async () => new Response(null, { status: 204 })
    await many.fleet.wakeDue()
    expect(many.sent).toHaveLength(2)
    const bodies = await Promise.all(many.sent.map((request) => request.text()))
    expect(bodies[1]).toBe(bodies[0])
  })

  test('is forked and deleted without a trace in others', async () => {
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const before = await many.tables(made)
    const fork = (await (await many.team(`POST /${made.id}/fork`, { clock: 'manual' })).json()) as Made
    expect((await many.team(`DELETE /${fork.id}`)).status).toBe(200)
    expect((await many.service(fork, 'GET /public/v1/items/')).status).toBe(404)
    expect(await reopened()).toEqual(before)
  })

  test('takes nothing after it was deleted, and others of the turn are stored', async () => {
    const own = store()
    const head = (id: string) => ({
      ...{ id, team: 'web', name: '', clock: 'manual' as const, options: {} },
      ...{ created: 0, tokenHash: '', world: { version: '1', options: {} } },
    })
    const row = (key: number) => ({ scope: 'main', table: 'items', key, row: { id: key } })
    const first = own.storage('first')
    await first.write({ head: head('first'), rows: [row(1)] })
    own.remove('first')
    const second = own.storage('second')
    await second.write({ head: head('second'), rows: [row(2)] })
    const written = [first.write({ rows: [row(3)] }), second.write({ rows: [row(4)] })]
    expect((await Promise.allSettled(written)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(own.storage('second').rows()).toEqual([row(2), row(4)])
  })
})
