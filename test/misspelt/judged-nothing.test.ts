import { createSimulator, type Simulator } from 'accounting-simulator'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { serve } from 'accounting-simulator/node'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { INVOICE } from '../support/worlds/shop'

describe('a matcher that judged nothing is a warning, once for each text', () => {
  const warningsOf = (judge: () => void): unknown[] => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    judge()
    const texts = warn.mock.calls.map(([text]) => text)
    warn.mockRestore()
    return texts
  }
  const nothing = (matcher: string, why: string) =>
    `${expect.getState().currentTestName?.replace(/^/, 'test/misspelt/judged-nothing.test.ts > ')}: ` +
    `${matcher} compared nothing: ${why} before this line.`

  test('no duplicates of a type without records', () => {
    const { cashSales, customers } = createSimulator().records
    const told = warningsOf(() => {
      for (const set of [cashSales, cashSales, customers])
        expect(matchers.toHaveNoDuplicates(set).pass).toBe(true)
    })
    expect(told).toEqual([nothing('toHaveNoDuplicates', 'there are no cash sales')])
  })

  test('requests that did not come', () => {
    const told = warningsOf(() => {
      for (const received of [createSimulator(), createSimulator().traffic]) {
        expect(matchers.toHaveNoDuplicates(received).pass).toBe(true)
        expect(matchers.toHaveUsedIdempotencyKeys(received).pass).toBe(true)
        expect(matchers.toHaveHonouredRetryAfter(received).pass).toBe(true)
      }
    })
    expect(told).toEqual([
      nothing('toHaveNoDuplicates', 'no POST was carried out'),
      nothing('toHaveUsedIdempotencyKeys', 'no write was received'),
      nothing('toHaveHonouredRetryAfter', 'no response had a Retry-After'),
    ])
  })

  const reads = (): void => {
    const { records } = createSimulator()
    expect(matchers.toHaveNoDuplicates(records.bills).pass).toBe(true)
  }
  test.each(['one', 'another'])('in %s test, and in no further one', (which) => {
    const told = nothing('toHaveNoDuplicates', 'there are no bills')
    expect(warningsOf(reads)).toEqual(which === 'one' ? [told] : [])
  })

  describe('in a hook that judges each test', () => {
    const heard: unknown[] = []
    afterEach(() => void heard.push(...warningsOf(reads)))
    test('of which one only reads', () => expect(heard).toEqual([]))
    test('and another, too', () => expect(heard).toEqual([]))
  })

  describe.each([
    ['a fixture', 'salesOrders'],
    ['onTestFinished', 'purchaseOrders'],
    ['what beforeEach returns', 'directExpenses'],
  ] as const)('at the end, in %s', (place, type) => {
    const heard: unknown[] = []
    const judge = () => void heard.push(...warningsOf(rarely))
    const rarely = () => void matchers.toHaveNoDuplicates(createSimulator().records[type])
    const judged = test.extend<{ world: string }>({
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
      world: async ({}, use) => {
        await use(place)
        if (place === 'a fixture') judge()
      },
    })
    beforeEach(() => (place.startsWith('what') ? judge : undefined))
    judged('of which one only reads', ({ world }) => {
      if (world === 'onTestFinished') onTestFinished(judge)
      expect(heard).toEqual([])
    })
    judged('and another, too', ({ world }) => expect([world, heard]).toEqual([place, []]))
  })

  test('not outside of runTest, where hooks of other runners are', async () => {
    const worker = Reflect.get(globalThis, '__vitest_worker__')
    const own = createSimulator()
    const told = await runTest(own, () =>
      warningsOf(() => void matchers.toHaveNoDuplicates(own.records.vendorCredits)),
    )
    expect(told).toEqual([nothing('toHaveNoDuplicates', 'there are no vendor credits')])
    vi.stubGlobal('__vitest_worker__', { ...worker, current: undefined })
    const afterwards = warningsOf(() => void matchers.toHaveUsedIdempotencyKeys(own))
    vi.unstubAllGlobals()
    expect(afterwards).toEqual([])
  })

  test.each([
    [['pays.spec.ts > pays'], 'pays.spec.ts > pays: '],
    [['pays.spec.ts > pays', 'pays.spec.ts > refunds'], ''],
  ])('within a fixture that hands its body on, as in Playwright: of %j it names %j', async (names, named) => {
    const worker = Reflect.get(globalThis, '__vitest_worker__')
    vi.stubGlobal('__vitest_worker__', { ...worker, current: undefined })
    const own = createSimulator()
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const fixtures = names.map((name) => runTest(createSimulator(), () => ended, { name }))
    const set = named ? own.records.bankTransfers : own.records.journalEntries
    const told = warningsOf(() => void matchers.toHaveNoDuplicates(set))
    end()
    await Promise.all(fixtures)
    const afterwards = warningsOf(() => void matchers.toHaveNoDuplicates(own.records.vendorRefunds))
    vi.unstubAllGlobals()
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`^${named}toHaveNoDuplicates compared nothing: there are no `)),
    ])
    expect(afterwards).toEqual([])
  })

  test('a doubt about a test that passed has the name that was given, too', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const worker = Reflect.get(globalThis, '__vitest_worker__')
    vi.stubGlobal('__vitest_worker__', { ...worker, current: undefined })
    const own = createSimulator()
    const reads = () => own.fetch('/public/v1/itms/', { headers: { 'X-API-KEY': own.apiKey } })
    await runTest(own, reads, { name: 'pays.spec.ts > reads' })
    vi.unstubAllGlobals()
    const texts = warn.mock.calls.map(([text]) => text)
    warn.mockRestore()
    expect(texts).toEqual([
      expect.stringMatching(/^pays\.spec\.ts > reads: the test passed, and GET \/public\/v1\/itms\//),
    ])
  })

  test('members that no request has', async () => {
    const simulator = createSimulator()
    const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
    const post = (reference_number: string) => {
      const body = JSON.stringify({ ...INVOICE, reference_number })
      return simulator.fetch('/public/v1/invoices/', { method: 'POST', headers, body })
    }
    const judge = (by: string) => () => void matchers.toHaveNoDuplicates(simulator, { by })
    await post('A')
    expect(warningsOf(judge('sales_order_id'))).toEqual([])
    await post('B')
    expect(warningsOf(judge('sales_order_id'))).toEqual([
      nothing('toHaveNoDuplicates', 'by names sales_order_id, which none of the 2 POSTs has'),
    ])
    expect(warningsOf(judge('reference_number'))).toEqual([])
    await post('B')
    for (const by of ['sales_order_id', 'amount_due'])
      expect(warningsOf(judge(by))).toEqual([
        nothing('toHaveNoDuplicates', `by names ${by}, which none of the 3 POSTs has`),
      ])
  })
})

describe('an error that nobody gets', () => {
  const headers = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }
  const hears = async (simulator: Simulator, mayThrow: boolean): Promise<void> => {
    const throwing = (): never => {
      throw new RangeError('not my event')
    }
    simulator.webhooks.connect('https://hooks.test/', throwing, { mayThrow })
    const body = JSON.stringify({ url: 'https://hooks.test/in', topics: ['core.customer/created'] })
    await simulator.fetch('/public/v2/webhooks/', { method: 'POST', headers, body })
    simulator.make.customer()
    await simulator.webhooks.flush()
  }

  test.each([
    [false, 1],
    [true, 0],
  ])('of a receiver that may throw: %s, is written at the end %i times', async (mayThrow, times) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const simulator = createSimulator()
    await hears(simulator, mayThrow)
    simulator.fork()[Symbol.dispose]()
    expect(error.mock.calls).toEqual([])
    simulator[Symbol.dispose]()
    simulator[Symbol.dispose]()
    const texts = error.mock.calls.map(([text]) => String(text))
    error.mockRestore()
    expect(texts).toHaveLength(times)
    for (const text of texts)
      expect(text).toMatch(/^a simulator was disposed of; before, .* threw RangeError: not my event$/)
  })

  test('of another origin is a warning, once', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const simulator = createSimulator()
    for (let call = 0; call < 2; call += 1)
      await simulator.fetch('https://acounting.test/public/v1/items/').catch(() => undefined)
    const texts = warn.mock.calls.map(([text]) => text)
    warn.mockRestore()
    expect(texts).toEqual([
      expect.stringContaining(
        'simulator.fetch was called for https://acounting.test, but the simulator answers for https://accounting.test only',
      ),
    ])
  })
})

describe('a fault that hit nothing is told at the end, unless somebody asked after it:', () => {
  type Planned = { readonly on: string; readonly then: { readonly status: number } }
  type End = (own: Simulator, fault: Planned) => unknown
  const CASES: readonly [string, End, number][] = [
    ['a simulator is disposed of', (own, fault) => void own.faults.inject(fault), 1],
    ['it hit', async (own, fault) => [own.faults.inject(fault), await own.fetch(ITEMS, { headers })], 0],
    ['its hits are read', (own, fault) => own.faults.inject(fault).hits, 0],
    ['all are asked after', (own, fault) => [own.faults.inject(fault), own.faults.unfired()], 0],
    ['it is cleared', (own, fault) => [own.faults.inject(fault), own.faults.clear()], 0],
    ['it is disarmed', (own, fault) => own.faults.inject(fault).disarm(), 0],
    ['the world is put back', (own, fault) => [own.faults.inject(fault), own.reset()], 0],
    ['it is a trap', (own, fault) => own.faults.inject({ ...fault, times: Number.POSITIVE_INFINITY }), 0],
    ['it is left to chance', (own, fault) => own.faults.inject({ ...fault, probability: 0.1 }), 0],
    ['a fork is put away', (own, fault) => fork(own, fault)[Symbol.dispose](), 0],
    ['a scenario injects it', (own, inject) => own.play({ name: 'storm', steps: [{ inject }] }), 0],
    ['runTest has told', (own, fault) => runTest(own, () => own.faults.inject(fault)).catch(() => 0), 0],
    ['what remains of it is read', (own, fault) => own.faults.inject(fault).remaining, 0],
    [
      'it is left to chance, twice',
      (own, fault) => own.faults.inject({ ...fault, times: 2, probability: 0.1 }),
      0,
    ],
    ['only its server is closed, and it hits', (own, fault) => closedServer(own, fault), 0],
  ]
  const fork = (own: Simulator, fault: Planned) => {
    const other = own.fork()
    other.faults.inject(fault)
    return other
  }
  const closedServer = async (own: Simulator, fault: Planned) => {
    const server = await serve(own)
    own.faults.inject(fault)
    await server.close()
    await own.fetch(ITEMS, { headers })
  }
  const ITEMS = '/public/v1/items/'
  const headers = { 'X-API-KEY': 'test-api-key' }

  test.each(CASES.map((one, place) => [...one, place] as const))('%s', async (_, work, times, place) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const own = createSimulator()
    // Each text is told once.
    await work(own, { on: `GET ${ITEMS}`, then: { status: 500 + place } })
    own[Symbol.dispose]()
    const texts = warn.mock.calls.map(([text]) => text)
    warn.mockRestore()
    expect(texts).toHaveLength(times)
    for (const text of texts)
      expect(text).toMatch(/; before, fault 1 on GET .*items\/ hit nothing: .*disarm it$/)
  })
})
