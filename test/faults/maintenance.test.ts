import { createSimulator, type Simulator } from 'accounting-simulator'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checked } from '../support/checked'
import { clientOf, type Send } from '../support/client'
import { INVOICE, INVOICES, shop, why } from '../support/worlds/shop'

const HEALTH = '/public/health/'
const UNAVAILABLE = { __all__: ['Service unavailable'] }
const key = { 'Idempotency-Key': 'k' }

/** The service is there for nobody (docs/service.md §7.2). */
describe('admin.maintenance', () => {
  it('answers 503 to everybody, before the key is looked at, and stores and spends nothing', async () => {
    const simulator = createSimulator()
    const send = clientOf(simulator)
    simulator.admin.maintenance.start()
    for (const path of [INVOICES, HEALTH, '/public/v1/nothing/'])
      for (const client of [send, clientOf(simulator, null), clientOf(simulator, 'guessed')])
        expect(await client('GET', path)).toMatchObject({ status: 503, errors: UNAVAILABLE })
    const { status, headers } = await send('POST', INVOICES, INVOICE, key)
    expect([status, headers.has('x-ratelimit-limit'), headers.has('retry-after')]).toEqual([
      503,
      false,
      false,
    ])
    expect(why(simulator)).toBe('503: in maintenance until it is stopped (docs/service.md §7.2)')
    simulator.admin.maintenance.stop()
    const after = await send('POST', INVOICES, INVOICE, key)
    expect([after.status, after.headers.get('x-ratelimit-remaining')]).toEqual([200, '9'])
  })

  it('ends by itself when its time has passed', async () => {
    const { simulator, send } = shop()
    simulator.admin.maintenance.start({ for: '10 minutes', retryAfter: 60 })
    const { status, headers } = await send('GET', HEALTH)
    expect([status, headers.get('retry-after')]).toEqual([503, '60'])
    expect(why(simulator)).toBe('503: in maintenance until 2026-01-15T09:10:00.000Z (docs/service.md §7.2)')
    await simulator.clock.advance({ minutes: 9, seconds: 59.999 })
    expect((await send('GET', HEALTH)).status).toBe(503)
    await simulator.clock.advance({ milliseconds: 1 })
    expect((await send('GET', HEALTH)).status).toBe(200)
  })

  it('a second start counts from then', async () => {
    const { simulator, send } = shop()
    simulator.admin.maintenance.start()
    simulator.admin.maintenance.start({ for: '1 minute' })
    await simulator.clock.advance('1 minute')
    expect((await send('GET', HEALTH)).status).toBe(200)
  })

  it('is of the whole service, a row like all else, and no matter of simulator.records', async () => {
    const { simulator, send } = shop()
    const mark = simulator.snapshot()
    simulator.organization('other').admin.maintenance.start()
    expect((await send('GET', HEALTH)).status).toBe(503)
    expect(simulator.records.invoices.create(INVOICE).number).toBe(1)
    expect(await healthOf(simulator.fork())).toBe(503)
    expect(await healthOf(createSimulator({ world: checked(simulator.export()) }))).toBe(503)
    simulator.restore(mark)
    expect((await send('GET', HEALTH)).status).toBe(200)
  })

  it.each([
    [{ for: 'soon' }, 'for'],
    [{ for: '0 s' }, 'for'],
    [{ retryAfter: -1 }, 'retryAfter'],
    [{ retryAfter: 1.5 }, 'retryAfter'],
    [{ until: '2027-01-01' }, 'until'],
    [null, 'maintenance'],
  ])('refuses %j', (options, option) => {
    const { simulator } = shop()
    expect(() => simulator.admin.maintenance.start(options as object)).toThrow(
      expect.objectContaining({ name: 'OptionError', option }),
    )
  })
})

describe('the fault', () => {
  const statuses = async (send: Send, simulator: Simulator): Promise<number[]> => {
    const told = []
    for (let call = 0; call < 3; call += 1) {
      told.push((await send('GET', INVOICES)).status)
      await simulator.clock.advance('6 minutes')
    }
    return told
  }

  it('hits one request', async () => {
    const { simulator, send } = shop()
    simulator.faults.inject({ then: { maintenance: true } })
    expect(await statuses(send, simulator)).toEqual([503, 200, 200])
    expect(simulator.traffic[0]?.why).toBe('fault 1: in maintenance for this request')
  })

  it('begins a time in which nobody is served', async () => {
    const { simulator, send } = shop()
    const fault = simulator.faults.inject({
      on: `GET ${INVOICES}`,
      then: { maintenance: { for: '10 minutes', retryAfter: 600 } },
    })
    expect((await send('GET', HEALTH)).status).toBe(200)
    expect(await statuses(send, simulator)).toEqual([503, 503, 200])
    expect(fault.hits).toBe(1)
    expect(simulator.traffic.map((entry) => entry.response?.headers['retry-after'])).toEqual([
      undefined,
      '600',
      '600',
      undefined,
    ])
    expect(simulator.traffic[1]?.why).toBe(
      'fault 1: in maintenance until 2026-01-15T09:10:00.000Z (docs/service.md §7.2)',
    )
  })
})

const healthOf = async (simulator: Simulator): Promise<number> =>
  (await clientOf(simulator)('GET', HEALTH)).status

describe('with a live clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      now: Date.parse('2026-03-01T12:00:00Z'),
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
    })
  })
  afterEach(() => vi.useRealTimers())

  it('a time counts from now, however long nothing has happened', async () => {
    const { simulator, send } = shop(0, { clock: 'live' })
    await vi.advanceTimersByTimeAsync(3_600_000)
    simulator.admin.maintenance.start({ for: '10 minutes' })
    expect((await send('GET', HEALTH)).status).toBe(503)
    await vi.advanceTimersByTimeAsync(3_600_000)
    simulator.faults.inject({ during: '10 minutes', then: { status: 500 } })
    expect((await send('GET', HEALTH)).status).toBe(500)
    await vi.advanceTimersByTimeAsync(600_000)
    expect((await send('GET', HEALTH)).status).toBe(200)
  })
})
