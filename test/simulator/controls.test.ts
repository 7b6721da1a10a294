import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { scenarios } from 'accounting-simulator/scenarios'
import { describe, expect, it } from 'vitest'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

/** A panel: it knows the port, and nothing of the simulator behind it. */
function panelOf(simulator: Simulator) {
  const port = controls(simulator)
  return async (call: string, body?: unknown) => {
    const [method = '', path = ''] = call.split(' ')
    const request = new Request(`http://panel/__simulator${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const response = await port(request)
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    return isJson ? JSON.parse(text) : text
  }
}

describe('the port of the controls', () => {
  it('offers the named scenarios, or those that it is given', async () => {
    const { simulator } = shop()
    const named = await panelOf(simulator)('GET /scenarios')
    expect(named.map(({ name }: { name: string }) => name)).toEqual(Object.keys(scenarios))
    const own = { name: 'own', steps: [{ clearFaults: true }] } as const
    const port = controls(simulator, { scenarios: { own } })
    const response = await port(new Request('http://panel/__simulator/scenarios'))
    expect(await response.json()).toEqual([{ name: 'own', steps: own.steps }])
  })

  it('takes no other option', () => {
    expect(() => controls(shop().simulator, { scenario: {} } as object)).toThrow(
      'options.scenario is not a known member, perhaps scenarios',
    )
  })

  it('waits for changes', async () => {
    const { simulator } = shop()
    const ask = panelOf(simulator)
    const { revision } = await ask('GET /changes')
    const waiting = ask(`GET /changes?after=${revision}`)
    simulator.records.invoices.create(INVOICE)
    const told = await waiting
    expect(told.areas).toEqual(['records'])
    expect(told.revision).toBeGreaterThan(revision)
    simulator.faults.clear()
    simulator.reset()
    expect((await ask(`GET /changes?after=${told.revision}`)).areas).toContain('world')
    const now = (await ask('GET /changes')).revision
    expect(await ask(`GET /changes?after=${now}&wait=0`)).toEqual({ revision: now, areas: [] })
    expect((await ask('GET /changes?after=999999&wait=0')).areas).toContain('world')
    expect(await ask('GET /changes?after=1&wait=100')).toMatchObject({ option: 'wait' })
  })

  it('reads without a trace', async () => {
    const { simulator, send } = shop(1)
    await send('GET', INVOICES)
    const ask = panelOf(simulator)
    const before = [await ask('GET /changes'), simulator.assumptions.used()]
    const { controls: all } = await ask('GET /')
    const looks = all.filter(
      ({ call }: { call: string }) =>
        call.startsWith('GET') && !call.includes('{}') && !call.includes('changes'),
    )
    expect(looks.length).toBeGreaterThan(15)
    for (const { call } of looks) await ask(call.replace('/__simulator', ''))
    await ask('GET /records/invoices')
    await ask('GET /records/invoices/1/ledger')
    expect([await ask('GET /changes'), simulator.assumptions.used()]).toEqual(before)
  })

  it('disarms one fault', async () => {
    const { simulator } = shop()
    const ask = panelOf(simulator)
    await ask('POST /faults', { then: { status: 500 } })
    const endless = await ask('POST /faults', { probability: 1, then: { status: 503 } })
    expect(endless.remaining).toBeNull()
    expect(await ask(`DELETE /faults/${endless.id}`)).toMatchObject({ remaining: 0 })
    expect((await ask('GET /faults')).map((fault: { remaining: number }) => fault.remaining)).toEqual([1, 0])
    expect(await ask('DELETE /faults/9')).toMatchObject({ option: 'id' })
  })

  it('moves to the next thing due', async () => {
    const { simulator } = shop()
    const ask = panelOf(simulator)
    expect(await ask('POST /clock/next')).toMatchObject({ fired: [] })
    const steps = [{ at: '3 hours', clearFaults: true }]
    await ask('POST /scenarios/play', { scenario: { name: 'later', steps } })
    expect((await ask('GET /clock')).next).toMatchObject({ kind: 'scenario-step', subject: 'later' })
    expect(await ask('POST /clock/next')).toEqual({
      from: '2026-01-15T09:00:00.000Z',
      to: '2026-01-15T12:00:00.000Z',
      fired: [{ due: '2026-01-15T12:00:00.000Z', kind: 'scenario-step' }],
    })
  })

  it('reads the traffic since an entry', async () => {
    const { simulator, send } = shop()
    for (let call = 0; call < 5; call += 1) await send('GET', INVOICES)
    const ask = panelOf(simulator)
    const sequences = async (query: string): Promise<number[]> =>
      (await ask(`GET /traffic${query}`)).map(({ sequence }: { sequence: number }) => sequence)
    expect(await sequences('?since=3')).toEqual([4, 5])
    expect(await sequences('?since=1&limit=2')).toEqual([2, 3])
    expect(await sequences('?last=2')).toEqual([4, 5])
    expect(await ask('GET /traffic/operations')).toEqual({ [`GET ${INVOICES}`]: 5 })
  })

  it('goes back and forth between snapshots', async () => {
    const simulator = createSimulator({ rateLimits: false })
    const ask = panelOf(simulator)
    const host = simulator.snapshot()
    const count = () => simulator.records.invoices.count()
    const first = await ask('POST /snapshots', { name: 'empty' })
    simulator.records.invoices.create(INVOICE)
    let asked = 0
    simulator.faults.inject({ on: () => ++asked > 0, times: 5, then: { status: 503 } })
    await simulator.clock.advance('1 day')
    const second = await ask('POST /snapshots')
    expect(await ask('GET /snapshots')).toEqual([first, second])
    expect(second).toMatchObject({ id: '2', name: 'Snapshot 2', at: '2026-01-16T09:00:00.000Z' })
    for (let turn = 0; turn < 2; turn += 1) {
      await ask('POST /snapshots/1/restore')
      expect([count(), simulator.clock.now, simulator.faults.list()]).toEqual([0, first.at, []])
      simulator.records.customers.create({
        name: 'Elsewhere',
        email: '',
        address: '',
        country: 'US',
        phone: '',
        website: '',
      })
      await ask('POST /snapshots/2/restore')
      expect([count(), simulator.clock.now]).toEqual([1, second.at])
      expect((await simulator.fetch(INVOICES)).status).toBe(503)
    }
    expect(asked).toBeGreaterThan(0)
    expect(simulator.books.check()).toEqual([])
    simulator.restore(host)
    expect([count(), simulator.clock.now]).toEqual([0, first.at])
    await ask('DELETE /snapshots/2')
    expect(await ask('GET /snapshots')).toEqual([first])
  })

  it('goes to an exported world', async () => {
    const source = shop(2).simulator
    const { simulator } = shop()
    await panelOf(simulator)('POST /import', source.export())
    expect(simulator.records.invoices.count()).toBe(2)
    simulator.records.invoices.create(INVOICE)
    expect([simulator.records.invoices.count(), simulator.books.check()]).toEqual([3, []])
    const refused = await panelOf(simulator)('POST /import', { format: 1 })
    expect(refused.option).toBe('world')
    expect(simulator.records.invoices.count()).toBe(3)
  })

  it('describes record types, and the ledger of one record', async () => {
    const { simulator } = shop(2)
    const ask = panelOf(simulator)
    const types = await ask('GET /record-types')
    const names = await ask('GET /records')
    expect(types.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort())
    const invoices = types.find(({ name }: { name: string }) => name === 'invoices')
    expect(invoices).toMatchObject({ model: 'Invoice', title: 'Invoices', identifier: 'number' })
    const paths = Object.fromEntries(types.map(({ name, path }: Record<string, string>) => [name, path]))
    expect(paths).toMatchObject({
      approvalPolicies: '/public/v1/workflows/',
      classificationLines: '/public/v1/classifications-lines/',
      recurringBills: '/public/v1/recurring/bills/',
      terms: null,
    })
    expect(invoices.columns).toContainEqual(
      expect.objectContaining({ name: 'customer_id', kind: 'integer', list: true, reference: 'customers' }),
    )
    const members = new Set(invoices.columns.map(({ name }: { name: string }) => name))
    expect(Object.keys(simulator.records.invoices.get(1)).filter((name) => !members.has(name))).toEqual([])
    expect(await ask('GET /records/invoices/2/ledger')).toEqual(
      simulator.books.entries({ record: { type: 'invoices', number: 2 } }),
    )
    expect(await ask('GET /records/invoices/2/ledger')).toHaveLength(1)
    expect(await ask('GET /records/invoices/9/ledger')).toHaveProperty('errors')
  })

  it('counts the records of each type, and those that wait for approval', async () => {
    const { simulator } = shop(2)
    simulator.make.approvalPolicy({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
    const bill = simulator.make.bill()
    const ask = panelOf(simulator)
    const counts = await ask('GET /record-counts')
    expect(Object.keys(counts)).toEqual(await ask('GET /records'))
    expect(counts).toMatchObject({
      invoices: { count: 2, pending: 0 },
      bills: { count: 1, pending: 1 },
      terms: { pending: 0 },
    })
    simulator.admin.approvals.approve(bill)
    expect((await ask('GET /record-counts')).bills).toEqual({ count: 1, pending: 0 })
  })

  it('tells limits, connections, the register and organisations', async () => {
    const simulator = createSimulator()
    const ask = panelOf(simulator)
    await simulator.fetch(INVOICES, { headers: { 'X-API-KEY': simulator.apiKey } })
    simulator.webhooks.connect('https://a.example.com/', () => new Response())
    expect(await ask('GET /rate-limits')).toEqual(simulator.admin.rateLimits.buckets())
    expect(await ask('GET /webhooks')).toEqual({
      held: false,
      targets: [
        { prefix: 'https://a.example.com/', target: null, timestamps: 'virtual', isSuccessor: false },
      ],
    })
    const register = await ask('GET /assumptions/register')
    const used = register.filter((one: { used: boolean }) => one.used).map(({ id }: { id: string }) => id)
    expect(used.sort()).toEqual(await ask('GET /assumptions'))
    expect(await ask('GET /organizations')).toEqual(['org-1'])
  })
})
