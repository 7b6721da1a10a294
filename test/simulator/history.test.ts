import { createSimulator, isErasedTimelineError, isUsageError, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { describe, expect, it, test } from 'vitest'
import { singular } from '../../src/kernel/name-words'
import { registry } from '../../src/resources/registry'
import { payment } from '../support/worlds/office'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'
import { template } from '../support/worlds/template'

type Json = Record<string, unknown>
type AnySet = {
  findMany(): Json[]
  history(id: number): { revision: number; cause: unknown; changed: Json }[]
  remove(id: number): unknown
}
const setOf = (simulator: Simulator, name: string): AnySet =>
  simulator.records[name as 'invoices'] as unknown as AnySet
const make = (simulator: Simulator, name: string): Json =>
  (simulator.make as unknown as Record<string, () => Json>)[singular(name)]?.() ?? {}

const ask = async (simulator: Simulator, path: string): Promise<{ status: number; body: unknown }> => {
  const response = await controls(simulator)(new Request(`http://panel/__simulator${path}`))
  return { status: response.status, body: await response.json() }
}

describe('the history of a record', () => {
  it('has each version with what changed, who changed it and which entry of the timeline that was', async () => {
    const { simulator, send } = shop(0, { apiKeys: [{ key: 'test-api-key', label: 'Nightly' }] })
    await send('POST', INVOICES, { ...INVOICE, memo: 'first' }) // 1
    await simulator.clock.advance('1 day') // 2
    simulator.records.invoices.update(1, { ...INVOICE, memo: 'second' }) // 3
    await simulator.play({
      name: 'till',
      steps: [{ create: { record: 'customerPayments', body: payment(1, '40.00') } }],
    }) // 4
    const { invoices } = simulator.records
    const [created, ...later] = invoices.history(1)
    expect(created).toMatchObject({
      revision: 1,
      at: '2026-01-15T09:00:00.000Z',
      by: 'Nightly',
      cause: { kind: 'request', sequence: 1 },
      changed: { number: [null, 1], memo: [null, 'first'], amount_due: [null, '100.00'] },
    })
    expect(later).toEqual([
      {
        revision: 2,
        at: '2026-01-16T09:00:00.000Z',
        by: 'records.invoices.update',
        cause: { kind: 'write', sequence: 3 },
        changed: { memo: ['first', 'second'], items: expect.anything() },
      },
      {
        revision: 3,
        at: '2026-01-16T09:00:00.000Z',
        by: 'till',
        cause: { kind: 'step', sequence: 4 },
        changed: expect.objectContaining({ amount_due: ['100.00', '60.00'] }),
      },
    ])
    expect((await ask(simulator, '/records/invoices/1/history')).body).toEqual(invoices.history(1))
  })

  it('tells of the work of the clock', async () => {
    const { simulator } = shop()
    simulator.records.recurringInvoices.create(template({ rrule: 'FREQ=MONTHLY' }))
    await simulator.clock.advance('20 days')
    expect(simulator.records.invoices.history(1)).toMatchObject([
      { revision: 1, at: '2026-02-01T00:00:00.000Z', by: 'recurrence', cause: { kind: 'work' } },
    ])
  })

  it('has no refused write, and none that changed nothing', () => {
    const { simulator } = shop(1)
    expect(() => simulator.records.invoices.update(1, { ...INVOICE, customer_id: 99 })).toThrow()
    expect(simulator.records.invoices.history(1)).toHaveLength(1)
    expect(() => simulator.records.invoices.history(2)).toThrow('no 2: the last one is 1')
  })

  it('is rewound with the world', async () => {
    const { simulator } = shop(1)
    const memos = (): unknown[] =>
      simulator.records.invoices.history(1).map(({ changed }) => changed.memo?.[1])
    const write = (memo: string) => simulator.records.invoices.update(1, { ...INVOICE, memo })
    write('a')
    const mark = simulator.snapshot()
    write('b')
    write('c')
    expect(memos()).toEqual([undefined, 'a', 'b', 'c'])
    simulator.restore(mark)
    expect(memos()).toEqual([undefined, 'a'])
    write('d')
    expect(memos()).toEqual([undefined, 'a', 'd'])
    const fork = simulator.fork()
    fork.records.invoices.update(1, { ...INVOICE, memo: 'e' })
    expect(fork.records.invoices.history(1)).toMatchObject([
      { revision: 3, cause: null, changed: {} },
      { revision: 4, changed: { memo: ['d', 'e'] } },
    ])
    expect(memos()).toEqual([undefined, 'a', 'd'])
    const imported = createSimulator({ world: simulator.export() })
    expect(imported.records.invoices.history(1)).toMatchObject([
      { revision: 3, by: null, cause: null, changed: {} },
    ])
    simulator.reset()
    expect(() => simulator.records.invoices.history(1)).toThrow('no 1')
  })

  it('begins with an unknown version where older ones are forgotten', () => {
    const { simulator } = shop(1)
    for (let revision = 2; revision <= 10_050; revision += 1)
      simulator.records.customers.update(1, { name: `Customer ${revision}` })
    const [first, second, ...others] = simulator.records.customers.history(1)
    expect([first?.cause, first?.changed, Object.keys(second?.changed ?? {})]).toEqual([null, {}, ['name']])
    expect(others.length).toBeGreaterThan(9_000)
    expect(simulator.records.invoices.history(1)).toMatchObject([{ revision: 1, cause: null, changed: {} }])
  })

  it('begins later where versions are larger than the traffic may be', () => {
    const { simulator } = shop(1, { traffic: { bytes: 100_000 } })
    const { customers } = simulator.records
    for (let at = 0; at < 50; at += 1) {
      customers.update(1, { name: `${at} ${'x'.repeat(9000)}` })
      // The row before is counted as well.
      customers.update(1, { name: `${at}` })
    }
    expect(customers.history(1).length).toBeLessThan(12)
    expect(customers.history(1).at(-1)?.changed.name).toEqual([`49 ${'x'.repeat(9000)}`, '49'])
  })

  test.each(registry.definitions.map(({ name }) => name))('of %s', (name) => {
    const simulator = createSimulator()
    const { identifier } = registry.type(name).definition
    const made = make(simulator, name)
    const versions = setOf(simulator, name).history(Number(made[identifier]))
    const last = versions.at(-1)
    const { sequence } = simulator.timeline.at(-1) ?? {}
    expect(last).toMatchObject({
      cause: { kind: 'write', sequence },
      changed: { [identifier]: [null, made[identifier]] },
    })
    for (const other of setOf(simulator, name).findMany())
      expect(setOf(simulator, name).history(Number(other[identifier])).length).toBeGreaterThan(0)
  })
})

describe('the difference of two states', () => {
  it('has the records that are new, gone or changed, and the balances that moved', async () => {
    const { simulator } = shop(1)
    const gone = simulator.make.term()
    const start = simulator.snapshot()
    simulator.records.invoices.update(1, { ...INVOICE, memo: 'changed' })
    simulator.records.terms.remove(gone.id)
    const middle = simulator.snapshot()
    const made = simulator.records.invoices.create(INVOICE)
    expect(simulator.diff(start, middle)).toEqual({
      records: {
        invoices: {
          added: [],
          removed: [],
          changed: [{ id: 1, changed: { memo: [null, 'changed'], items: expect.anything() } }],
        },
        terms: { added: [], removed: [gone], changed: [] },
      },
      balances: [],
    })
    const later = simulator.diff(middle)
    expect(later.records).toEqual({ invoices: { added: [made], removed: [], changed: [] } })
    expect(later.balances).toEqual([
      {
        company_id: 1,
        account_number: 1100,
        account_name: expect.anything(),
        before: '100.00',
        after: '200.00',
        change: '100.00',
      },
      {
        company_id: 1,
        account_number: 4000,
        account_name: expect.anything(),
        before: '-100.00',
        after: '-200.00',
        change: '-100.00',
      },
    ])
    expect(simulator.diff(start).records.invoices).toMatchObject({ added: [made], changed: [{ id: 1 }] })
    expect(simulator.diff(middle, start)).toMatchObject({
      records: {
        terms: { added: [gone] },
        invoices: { changed: [{ changed: { memo: ['changed', null] } }] },
      },
    })
    expect(simulator.diff(start, middle).balances).toEqual([])
    expect(simulator.diff(start, start)).toEqual({ records: {}, balances: [] })
  })

  it('says the balances of then, whatever happened since', () => {
    const { simulator } = shop(1)
    const start = simulator.snapshot()
    simulator.records.invoices.create(INVOICE)
    const middle = simulator.snapshot()
    const then = simulator.diff(start, middle)
    simulator.records.invoices.create({ ...INVOICE, customer_id: 2 })
    simulator.admin.periods.lockThrough(1, '2025-12-31')
    expect(simulator.diff(start, middle)).toEqual(then)
    expect(then.balances.map(({ before, after }) => [before, after])).toEqual([
      ['100.00', '200.00'],
      ['-100.00', '-200.00'],
    ])
  })

  it('knows only the snapshots of this simulator that no restore has erased', () => {
    const { simulator } = shop(1)
    const start = simulator.snapshot()
    const erased = simulator.snapshot()
    simulator.restore(start)
    const caught = (run: () => unknown): unknown => {
      try {
        return run()
      } catch (error) {
        return error
      }
    }
    expect(isErasedTimelineError(caught(() => simulator.diff(erased)))).toBe(true)
    expect(isErasedTimelineError(caught(() => simulator.diff(start, erased)))).toBe(true)
    for (const wrong of [undefined, null, 7, {}, simulator.export(), createSimulator().snapshot()])
      expect(isUsageError(caught(() => simulator.diff(wrong as never)))).toBe(true)
    expect(isUsageError(caught(() => simulator.diff(start, {} as never)))).toBe(true)
  })

  it('is offered by the controls, whose snapshots survive a restore', async () => {
    const { simulator } = shop(1)
    const port = controls(simulator)
    const post = (path: string) => port(new Request(`http://panel/__simulator${path}`, { method: 'POST' }))
    const get = async (path: string): Promise<unknown> =>
      (await port(new Request(`http://panel/__simulator${path}`))).json()
    simulator.organization('other').records.customers.count()
    await post('/snapshots')
    const start = simulator.snapshot()
    simulator.records.invoices.create(INVOICE)
    await post('/snapshots')
    expect(await get('/snapshots/1/diff')).toEqual(simulator.diff(start))
    const between = await get('/snapshots/1/diff?to=2')
    await post('/snapshots/1/restore')
    expect(await get('/snapshots/1/diff?to=2')).toEqual(between)
    expect(await get('/snapshots/1/diff')).toEqual({ records: {}, balances: [] })
    expect(await get('/snapshots/1/diff?organization=other')).toEqual({ records: {}, balances: [] })
    expect(await get('/snapshots/1/diff?to=9')).toEqual({
      error: 'there is no snapshot 9; there are 1, 2',
      option: 'id',
    })
  })

  test.each(registry.definitions.map(({ name }) => name))(
    'of %s is what comparing all records gives',
    (name) => {
      const simulator = createSimulator({ world: 'small-company' })
      const { identifier } = registry.type(name).definition
      make(simulator, name)
      const states = [simulator, simulator, simulator].map((one, index) => {
        if (index > 0) make(simulator, name)
        if (index === 2)
          attempt(() =>
            setOf(simulator, name).remove(Number(setOf(simulator, name).findMany()[0]?.[identifier])),
          )
        return { mark: one.snapshot(), twin: one.fork() }
      })
      for (const [from, to] of [
        [0, 1],
        [1, 2],
        [0, 2],
        [2, 0],
      ] as const) {
        const [one, other] = [states[from], states[to]]
        if (!one || !other) throw new Error('three states')
        const [old, now] = [one, other].map(({ twin }) => setOf(twin, name).findMany())
        const isIn = (records: Json[] = [], id: unknown) =>
          records.some((record) => record[identifier] === id)
        const diff = simulator.diff(one.mark, other.mark).records[name]
        const idsOf = (records: readonly Json[] = []): unknown[] =>
          records.map((record) => record[identifier])
        expect(idsOf(diff?.added)).toEqual(idsOf(now?.filter((record) => !isIn(old, record[identifier]))))
        expect(idsOf(diff?.removed)).toEqual(idsOf(old?.filter((record) => !isIn(now, record[identifier]))))
      }
    },
  )
})

/** What may be refused here, such as the removal of what is referred to. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toHaveProperty('status')
  }
}
