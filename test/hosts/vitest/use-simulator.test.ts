import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSimulator, isOptionError } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { useSimulator } from 'accounting-simulator/vitest'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { postCustomer } from './fixtures/post-customer'

const simulator = useSimulator({ seed: 7, unhandled: 'ignore' })
const { records, books, traffic, fetch: send } = simulator
const customersAtFirst = createSimulator().records.customers.count()
const body = { email: 'a@b.example', address: '', country: '', phone: '', website: '' }

describe('the world that tests begin with', () => {
  beforeAll(() => {
    records.customers.create({ ...body, name: 'Made before all tests' })
  })
  beforeEach(() => {
    records.customers.create({ ...body, name: 'Made before each test' })
  })
  afterEach(() => {
    expect(records.customers.count()).toBe(customersAtFirst + 3)
  })
  afterAll(() => {
    expect(records.customers.count()).toBe(customersAtFirst + 1)
  })

  test.for(['one', 'another'])('%s test writes in a world of its own', async (name) => {
    expect((await postCustomer(simulator, name)).status).toBe(201)
    expect(records.customers.find((customer) => customer.name === name)).toBeDefined()
  })
})

describe('the handle', () => {
  test('is the fork itself in a test', () => {
    const { faults, fetch: own } = simulator
    expect(faults).toBe(simulator.faults)
    expect(own).toBe(simulator.fetch)
    expect(simulator.organization('other')).toBe(simulator.organization('other'))
    const spy = vi.spyOn(simulator.clock, 'pending')
    simulator.clock.pending()
    expect(spy).toHaveBeenCalledOnce()
  })

  test('rewinds, forks and asks as its simulator does', () => {
    const mark = simulator.snapshot()
    simulator.make.customer({ name: 'Made up' })
    expect(simulator.fork().records.customers.count({ name: 'Made up' })).toBe(1)
    simulator.restore(mark)
    expect(simulator.records.customers.count({ name: 'Made up' })).toBe(0)
    expect(simulator.received('POST /public/v1/invoices/')).toEqual([])
  })

  test('has members taken at the top of the file that find their way', async () => {
    const response = await send(`${simulator.baseUrl}/public/health/`, {
      headers: { 'X-API-KEY': simulator.apiKey },
    })
    expect(response.status).toBe(200)
    expect(traffic).toHaveLength(1)
    expect([...traffic][0]?.response?.status).toBe(200)
    expect(Array.isArray(traffic)).toBe(true)
    expect(String(traffic)).toContain('/public/health/')
    expect(books).toBeBalanced()
  })

  test('does what simulators do', async () => {
    const mark = simulator.snapshot()
    await simulator.clock.advance('1 day')
    simulator.restore(mark)
    expect(simulator.clock.now).toBe('2026-01-15T09:00:00.000Z')
    expect(simulator.fork().records.customers.count()).toBe(records.customers.count())
    simulator.reset()
  })

  test('can be spied on', () => {
    vi.spyOn(simulator, 'export').mockReturnValue({ format: 2, note: '', tables: {} } as never)
    expect(simulator.export()).toMatchObject({ tables: {} })
    vi.restoreAllMocks()
    expect(simulator.export()).toMatchObject({ tables: { '': expect.anything() } })
  })

  test('has webhook targets of its own', async () => {
    simulator.webhooks.connect('https://hooks.example.com/', 'http://127.0.0.1:4010')
    expect(simulator.fork().webhooks.reaches('http://127.0.0.1:4010/')).toBe(true)
  })

  test('and nobody else has them', () => {
    expect(simulator.webhooks.reaches('http://127.0.0.1:4010/')).toBe(false)
  })
})

describe('requests', () => {
  test('to other origins are left alone', async () => {
    const server = createServer((_, response) => response.end('somebody else'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('somebody else')
    server.close()
  })

  test('are served under fake timers', async () => {
    vi.useFakeTimers()
    expect((await postCustomer(simulator, 'Frozen')).status).toBe(201)
    vi.useRealTimers()
  })
})

describe('another simulator beside it', () => {
  const other = useSimulator({ baseUrl: 'https://other.test', apiKeys: [{ key: 'other-key' }] })

  test('answers for its own origin', async () => {
    expect((await postCustomer(other, 'Theirs')).status).toBe(201)
    expect((await postCustomer(simulator, 'Ours')).status).toBe(201)
    expect([other.traffic.length, simulator.traffic.length]).toEqual([1, 1])
  })
})

describe('inside of it, one for the same origin', () => {
  const inner = useSimulator({ world: 'empty' })

  test('goes before it', async () => {
    await postCustomer(simulator, 'Inner')
    expect([inner.traffic.length, simulator.traffic.length]).toEqual([1, 0])
  })
})

describe('without an msw server of ours', () => {
  const own = useSimulator({ baseUrl: 'https://own.test', intercept: false })

  test('the handlers of the handle serve the fork of the test', async () => {
    const [handler] = handlers(own)
    const request = new Request('https://own.test/public/health/', { headers: { 'X-API-KEY': own.apiKey } })
    const result = await handler?.run({ request, requestId: '1' })
    expect(result?.response?.status).toBe(200)
    expect(own.traffic).toHaveLength(1)
  })
})

test('one outside of tests goes to the file again afterwards', async () => {
  await postCustomer(simulator, 'Outer')
  expect(simulator.traffic).toHaveLength(1)
})

test.each([
  [
    'colour',
    'colour is not a known member; known members: intercept, time, unhandled, realIo, maxJumps, baseUrl, ',
  ],
  ['unhandeld', 'unhandeld is not a known member, perhaps unhandled; known members: intercept, '],
  ['tme', 'tme is not a known member, perhaps time; known members: intercept, '],
  ['basUrl', 'basUrl is not a known member, perhaps baseUrl; known members: intercept, '],
])('an option that is none is refused: %s', (name, message) => {
  try {
    useSimulator({ [name]: 'red' } as never)
    expect.unreachable()
  } catch (error) {
    expect(isOptionError(error)).toBe(true)
    expect(error).toMatchObject({ option: name, message: expect.stringContaining(message) })
  }
})

test('a browser is refused by name', () => {
  const real = process.getBuiltinModule
  Object.assign(process, { getBuiltinModule: undefined })
  try {
    expect(() => useSimulator()).toThrow(/AsyncLocalStorage, which browsers do not have.*setupWorker/)
  } finally {
    process.getBuiltinModule = real
  }
})

test('the matchers have types', () => {
  expectTypeOf(expect(simulator).toHaveNoDuplicates).parameters.toEqualTypeOf<
    [options?: { readonly by?: string | readonly string[] }]
  >()
  expect(simulator).toHaveUsedIdempotencyKeys()
  expect(simulator).toHaveHonouredRetryAfter()
})

describe('where requests to others are refused', () => {
  const strict = useSimulator({ baseUrl: 'https://strict.invalid', unhandled: 'error' })

  test('another simulator that is served is no stranger', async () => {
    const other = createSimulator({ baseUrl: 'https://other.invalid' })
    const { url, close } = await serve(other)
    expect((await fetch(`${url}/public/v1/items/`, { headers: { 'X-API-KEY': other.apiKey } })).status).toBe(
      200,
    )
    expect(other.traffic).toHaveLength(1)
    expect(strict.traffic).toHaveLength(0)
    await close()
  })

  test('a trap may catch nothing, also if a hook asks for more', async () => {
    const on = 'POST /public/v1/items/'
    const trap = strict.faults.inject({ on, times: Number.POSITIVE_INFINITY, then: { status: 500 } })
    await strict.fetch('/public/v1/items/')
    expect(trap.hits).toBe(0)
  })
  afterEach(() => strict.fetch('/public/v1/items/'))
})
