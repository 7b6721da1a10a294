import { mock } from 'node:test'
import {
  createSimulator,
  defineScenario,
  isOptionError,
  isRefusal,
  type Simulator,
} from 'accounting-simulator'
import { worlds } from 'accounting-simulator/worlds'
import { describe, expect, test, vi } from 'vitest'
import { INVOICE } from '../support/worlds/shop'

const THIS_FILE = 'at-caller.test.ts'

/** The error of a call, also of one that answers later. */
async function errorOf(call: () => unknown): Promise<Error> {
  try {
    await call()
  } catch (error) {
    return error as Error
  }
  throw new Error('the call did not fail')
}

const firstFrame = ({ stack = '' }: Error): string => /^ +at .*/m.exec(stack)?.[0] ?? ''

describe('the first frame is the line of the caller', () => {
  test.each<[string, (simulator: Simulator) => unknown]>([
    ['records.create', ({ records }) => records.invoices.create({ date: 'soon' })],
    ['records.update', ({ records }) => records.invoices.update(1, INVOICE)],
    ['records.get', ({ records }) => records.invoices.get(1)],
    ['records.remove', ({ records }) => records.customers.remove(99)],
    ['records.list', ({ records }) => records.invoices.list({ custmer_id: 1 } as never)],
    ['records.findMany', ({ records }) => records.invoices.findMany({ custmer_id: 1 } as never)],
    ['admin.keys.issue', ({ admin }) => admin.keys.issue({ permissions: ['FOO' as never] })],
    ['admin.contracts.activate', ({ admin }) => admin.contracts.activate(1)],
    ['admin.maintenance.start', ({ admin }) => admin.maintenance.start({ fro: '1 day' } as never)],
    ['books.entries', ({ books }) => books.entries({ compny_id: 1 } as never)],
    ['webhooks.connect', ({ webhooks }) => webhooks.connect('nowhere', 'nobody')],
    ['clock.advance', ({ clock }) => clock.advance('soon')],
    ['clock.advanceTo', ({ clock }) => clock.advanceTo('1999-01-01T00:00:00Z')],
    ['clock.runUntil', ({ clock }) => clock.runUntil(() => false)],
    ['faults.inject', ({ faults }) => faults.inject({ on: 'nothing', then: { status: 503 } })],
    ['play', (simulator) => simulator.play({ name: 'x', steps: [{}] } as never)],
    ['organization', (simulator) => simulator.organization('')],
    ['restore', (simulator) => simulator.restore({} as never)],
    ['fork', (simulator) => simulator.fork({ wiring: 'none' } as never)],
    ['export', (simulator) => simulator.export({ fault: 1 } as never)],
    ['received', (simulator) => simulator.received('nothing')],
    ['subscribe', (simulator) => simulator.subscribe('nothing' as never)],
    ['make.invoice', ({ make }) => make.invoice({ custmer_id: 1 } as never)],
    ['books.trialBalance', ({ books }) => books.trialBalance({ company: 1 } as never)],
    ['worlds.aged', () => worlds.aged({ invoice: 3 } as never)],
    ['createSimulator', () => createSimulator({ sed: 1 } as never)],
    ['defineScenario', () => defineScenario({ name: 'x', steps: [{} as never] })],
  ])('%s', async (_, call) => {
    const error = await errorOf(() => call(createSimulator()))
    expect(firstFrame(error)).toContain(THIS_FILE)
    expect(error.stack).toContain(error.message)
  })

  test('of another organisation, too', async () => {
    const other = createSimulator().organization('other')
    expect(firstFrame(await errorOf(() => other.records.invoices.get(1)))).toContain(THIS_FILE)
  })
})

describe('a refusal says which call was refused, and every member', () => {
  const { records, admin } = createSimulator()
  test.each<[() => unknown, string]>([
    [
      () => records.invoices.create({ ...INVOICE, items: [{ item_id: 1, quantity: 1 } as never] }),
      'invoices.create refused: items[0].rate: Field required',
    ],
    [
      () =>
        records.invoices.create({ ...INVOICE, custmer_id: 1, items: [{ quantity: 1, rate: 1 }] } as never),
      'invoices.create refused: items[0].item_id: Field required; no member "custmer_id", perhaps customer_id',
    ],
    [
      () => records.invoices.create({ ...INVOICE, record_status: 'open' as never }),
      'invoices.create refused: record_status: Input should be one of: draft, posted, archived',
    ],
    [() => records.invoices.get(7), 'invoices.get refused: '],
    [() => admin.contracts.terminate(1, '2026-01-31'), 'there is no contract 1'],
  ])('%#', async (call, message) => {
    const error = await errorOf(call)
    expect(error.message).toContain(message)
    expect(isRefusal(error) || isOptionError(error)).toBe(true)
  })
})

describe('a method of the simulator', () => {
  test('can be passed around', async () => {
    const { snapshot, restore, fork, fetch, faults, webhooks, baseUrl, apiKey } = createSimulator()
    const { inject, list } = faults
    const mark = snapshot()
    inject({ on: 'GET /public/v1/items/', then: { status: 503 } })
    const other = fork()
    restore(mark)
    expect([list().length, other.faults.list().length]).toEqual([0, 1])
    const { hold } = webhooks
    hold()
    expect(webhooks.isHeld).toBe(true)
    const response = await fetch(`${baseUrl}/public/v1/items/`, { headers: { 'X-API-KEY': apiKey } })
    expect(response.status).toBe(200)
  })

  test('stays the same', () => {
    const simulator = createSimulator()
    expect(simulator.fork).toBe(simulator.fork)
    expect(simulator.fork).not.toBe(createSimulator().fork)
  })

  test('can be spied on, and replaced', () => {
    const [simulator, other] = [createSimulator(), createSimulator()]
    const spies = [vi.spyOn(simulator, 'export'), vi.spyOn(simulator.faults, 'list')]
    expect(simulator.export().tables).toEqual(other.export().tables)
    expect(simulator.faults.list()).toEqual([])
    for (const spy of spies) expect(spy).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
    expect(vi.isMockFunction(simulator.export)).toBe(false)
    simulator.reset = () => other.reset()
    other.records.items.remove(1)
    simulator.reset()
    expect(other.records.items.count()).toBe(simulator.records.items.count())
  })

  test('can be spied on before anybody has read it, and then be passed around', () => {
    const simulator = createSimulator()
    const spies = [
      vi.spyOn(simulator, 'snapshot'),
      vi.spyOn(simulator.faults, 'list'),
      mock.method(simulator, 'export'),
    ]
    const { snapshot, export: exported } = simulator
    const { list } = simulator.faults
    expect([snapshot(), list(), exported().tables]).toHaveLength(spies.length)
    vi.restoreAllMocks()
    mock.restoreAll()
  })

  test('is that of the simulator, whatever it is read through', () => {
    const simulator = createSimulator()
    for (const wrapper of [new Proxy(simulator, {}), Object.create(simulator) as Simulator])
      expect(wrapper.export()).toEqual(simulator.export())
  })

  test('is no member of a copy, and a face is', () => {
    const simulator = createSimulator()
    simulator.snapshot()
    const copy = { ...simulator }
    expect(Object.keys(copy)).not.toContain('snapshot')
    expect(copy.records).toBe(simulator.records)
    expect(copy.portAt).toBe(simulator.portAt)
    expect(Object.keys(simulator.organization('other'))).toEqual([
      ...['records', 'make', 'books', 'admin', 'webhooks', 'apiKey'],
    ])
  })
})
