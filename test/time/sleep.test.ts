import { createSimulator, isDurationError, isUsageError } from 'accounting-simulator'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { invoice, Office } from '../support/worlds/office'
import { INVOICES } from '../support/worlds/shop'
import { at, create, createPatiently, START } from './instants'

/** Clients that wait by the simulator's clock, and what is scheduled on it. */
afterEach(() => vi.useRealTimers())

describe('sleep', () => {
  it.each([
    [1500, at(1.5)],
    ['2 minutes', at(120)],
    [{ seconds: 3 }, at(3)],
    [0, at(0)],
  ])('of %j ends when the clock has moved that far', async (duration, end) => {
    const { clock } = createSimulator()
    const woken = clock.sleep(duration).then(() => clock.now)
    await clock.advance('1 hour')
    expect(await woken).toBe(end)
  })

  it.each(['soon', -1, Number.NaN])('of %j is refused', async (duration) => {
    const refusal = await createSimulator()
      .clock.sleep(duration)
      .catch((error: unknown) => error)
    expect(isDurationError(refusal)).toBe(true)
  })

  it('may be under way many times; who wakes first goes first', async () => {
    const { clock } = createSimulator()
    const woken: string[] = []
    for (const seconds of [30, 10, 20, 10])
      void clock.sleep({ seconds }).then(() => woken.push(`${seconds} ${clock.now}`))
    const { fired } = await clock.advance('1 minute')
    expect(woken).toEqual([`10 ${at(10)}`, `10 ${at(10)}`, `20 ${at(20)}`, `30 ${at(30)}`])
    expect(fired.map(({ due }) => due)).toEqual([at(10), at(20), at(30)])
  })

  it('begins again within the same advance, at its own instants', async () => {
    const { clock } = createSimulator()
    const seen: string[] = []
    const poller = (async () => {
      for (let polls = 0; polls < 4; polls += 1) {
        await clock.sleep('15 seconds')
        seen.push(clock.now)
      }
    })()
    await clock.advance('1 minute')
    await poller
    expect(seen).toEqual([at(15), at(30), at(45), at(60)])
  })

  it.each(['sleep', 'advance'] as const)('by %s: thirty creates in parallel are all served', async (by) => {
    const simulator = createSimulator()
    const { clock } = simulator
    const pauses = {
      sleep: (seconds: number) => clock.sleep({ seconds }),
      advance: (seconds: number) => clock.advance({ seconds }),
    }
    const calls = Array.from({ length: 30 }, () => createPatiently(simulator, pauses[by]))
    if (by === 'sleep') await clock.runUntil(async () => (await Promise.all(calls)).length > 0)
    const tries = await Promise.all(calls)
    expect(simulator.records.invoices.count()).toBe(30)
    expect(Math.max(...tries)).toBeGreaterThan(1)
    expect(Date.parse(clock.now) - Date.parse(START)).toBeLessThan(60_000)
  })

  it('counts time that passes, not instants: a rewind neither wakes nor delays it', async () => {
    const simulator = createSimulator()
    const { clock } = simulator
    const mark = simulator.snapshot()
    await clock.advance('1 minute')
    const woken = clock.sleep('30 seconds').then(() => clock.now)
    await clock.advance('10 seconds')
    simulator.restore(mark)
    await clock.advance('1 hour')
    expect(await woken).toBe(at(20))
  })

  it('is ended when the simulator is disposed of', async () => {
    const simulator = createSimulator()
    const sleep = simulator.clock.sleep('1 hour').catch((error: unknown) => error)
    simulator[Symbol.dispose]()
    expect(isUsageError(await sleep)).toBe(true)
  })

  it('goes with the host on a live clock', async () => {
    vi.useFakeTimers({ now: Date.parse(START), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const { clock } = createSimulator({ clock: 'live' })
    let isAwake = false
    void clock.sleep('10 seconds').then(() => {
      isAwake = true
    })
    await vi.advanceTimersByTimeAsync(9999)
    expect(isAwake).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isAwake).toBe(true)
  })
})

describe('next and pending', () => {
  it('name what is due, for the service and for a client', async () => {
    const office = new Office()
    const { clock, records } = office.simulator
    expect(clock.next()).toBeUndefined()
    const recurring = records.recurringInvoices.create({
      name: 'Rent',
      memo: '',
      date: '2026-02-01',
      company_id: 1,
      status: 'active',
      recurring_type: 'automatic',
      rrule: 'FREQ=MONTHLY',
      record_payload: invoice('10.00'),
    })
    const rent = { due: '2026-02-01T00:00:00.000Z', kind: 'recurrence', subject: 'recurringInvoices' }
    expect(clock.next()).toEqual({ ...rent, id: recurring.number })
    await office.simulator.play({
      name: 'storm',
      steps: [
        { at: '0 s', webhooks: 'hold' },
        { at: '2 days', webhooks: 'release' },
      ],
    })
    void clock.sleep('1 day')
    office.simulator.faults.inject({ then: { delay: '1 hour' } })
    void create(office.simulator)
    await clock.advance('1 second')
    expect(clock.pending()).toEqual([
      { due: at(3600), kind: 'parked-response', subject: `POST ${INVOICES}`, id: expect.any(Number) },
      { due: at(86_400), kind: 'sleep', subject: 'client', id: expect.any(Number) },
      { due: at(172_800), kind: 'scenario-step', subject: 'storm', id: 1 },
      { ...rent, id: recurring.number },
    ])
    expect(clock.next()).toEqual(clock.pending()[0])
  })

  it('name a delivery by its topic', async () => {
    const office = new Office()
    await office.register()
    office.sell()
    const [queued] = office.simulator.webhooks.queue
    expect(office.simulator.clock.next()).toEqual({
      due: START,
      kind: 'webhook-delivery',
      subject: 'core.invoice/created',
      id: queued?.id,
    })
  })
})
