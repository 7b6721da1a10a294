import { type Area, createSimulator, isOptionError, type Simulator } from 'accounting-simulator'
import { describe, expect, it, vi } from 'vitest'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/** The areas of each call of a listener during the work. */
async function heardDuring(simulator: Simulator, work: () => unknown): Promise<Area[][]> {
  const heard: Area[][] = []
  const stop = simulator.subscribe(({ areas }) => void heard.push([...areas]))
  await work()
  await turn()
  stop()
  return heard
}

describe('subscribe', () => {
  it.each<[string, (simulator: Simulator) => unknown, Area[]]>([
    ['a record', ({ records }) => records.invoices.create(INVOICE), ['records']],
    ['a call', ({ fetch }) => fetch('/nowhere/'), ['traffic']],
    ['time', ({ clock }) => clock.advance('1 day'), ['clock']],
    ['a fault', ({ faults }) => faults.inject({ then: { status: 503 } }), ['faults']],
    ['a key', ({ admin }) => admin.keys.issue(), ['world']],
    ['a limit', ({ admin }) => admin.rateLimits.override({ burst: 1, refillPerSecond: 1 }), ['limits']],
    ['holding', ({ webhooks }) => webhooks.hold(), ['webhooks']],
    [
      'a connection',
      ({ webhooks }) => webhooks.connect('https://a.example.com/', () => new Response()),
      ['webhooks'],
    ],
    ['a scenario', (simulator) => simulator.play({ name: 'x', steps: [{ clearFaults: true }] }), ['faults']],
    ['looking', ({ records, books }) => [records.invoices.list(), books.check()], []],
  ])('tells of %s', async (_, work, expected) => {
    const simulator = createSimulator()
    expect((await heardDuring(simulator, () => work(simulator))).flat()).toEqual(expected)
  })

  it('tells once per turn of the event loop', async () => {
    const { simulator, send } = shop()
    const heard = await heardDuring(simulator, () => {
      for (let made = 0; made < 50; made += 1) simulator.records.invoices.create(INVOICE)
    })
    expect(heard).toEqual([['records']])
    expect((await heardDuring(simulator, () => send('POST', INVOICES, INVOICE))).flat()).toEqual([
      'traffic',
      'records',
    ])
  })

  it.each<[string, (simulator: Simulator) => void]>([
    ['restore', (simulator) => simulator.restore(simulator.snapshot())],
    ['reset', (simulator) => simulator.reset()],
  ])('tells of a %s that everything is to be read anew', async (_, rewind) => {
    const { simulator } = shop()
    const [areas = []] = await heardDuring(simulator, () => rewind(simulator))
    expect(areas).toEqual(
      expect.arrayContaining(['world', 'records', 'clock', 'webhooks', 'limits', 'faults']),
    )
  })

  it('counts revisions on, also over a rewind', async () => {
    const { simulator } = shop()
    const revisions: number[] = []
    simulator.subscribe(({ revision }) => void revisions.push(revision))
    const mark = simulator.snapshot()
    for (const work of [
      () => simulator.records.invoices.create(INVOICE),
      () => simulator.restore(mark),
      () => simulator.records.invoices.create(INVOICE),
    ]) {
      work()
      await turn()
    }
    expect(revisions).toHaveLength(3)
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
  })

  it('ends, and tells forks apart', async () => {
    const { simulator } = shop()
    const calls: number[] = []
    const stop = simulator.subscribe(({ revision }) => void calls.push(revision))
    simulator.fork().records.invoices.create(INVOICE)
    await turn()
    expect(calls).toEqual([])
    simulator.records.invoices.create(INVOICE)
    stop()
    await turn()
    expect(calls).toEqual([])
  })

  it('survives a listener that throws, and says so', async () => {
    const { simulator } = shop()
    const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const heard: Area[] = []
    simulator.subscribe(() => {
      throw new Error('a bug of the panel')
    })
    simulator.subscribe(({ areas }) => void heard.push(...areas))
    simulator.records.invoices.create(INVOICE)
    await turn()
    expect(heard).toEqual(['records'])
    expect(warn.mock.calls.flat().join()).toContain('a bug of the panel')
    warn.mockRestore()
  })

  it('is not moved by a look at a live clock', async () => {
    const simulator = createSimulator({ clock: 'live' })
    expect(await heardDuring(simulator, () => simulator.clock.now)).toEqual([])
    simulator[Symbol.dispose]()
  })

  it('takes a function', () => {
    const { simulator } = shop()
    const refused = (() => {
      try {
        return simulator.subscribe(undefined as never)
      } catch (error) {
        return error
      }
    })()
    expect(isOptionError(refused) && refused.option).toBe('listener')
  })
})
