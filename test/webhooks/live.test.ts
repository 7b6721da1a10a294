import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Office } from '../support/worlds/office'

/** The same path with a clock that runs by itself. Its timers are faked, so that a minute costs nothing. */
const START = Date.parse('2026-03-01T12:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

const opened = async (...answers: (number | (() => Promise<Response>))[]) => {
  const office = new Office({ clock: 'live' })
  const hook = await office.register()
  const arrived = office.receive(...answers)
  return { office, hook, arrived, simulator: office.simulator }
}

describe('live mode', () => {
  it('sends by itself, and tries again by itself', async () => {
    const { office, hook, arrived } = await opened(500, 500, 200)
    office.sell()
    await vi.advanceTimersByTimeAsync(1000)
    expect(arrived).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(office.minutes().map(Math.floor)).toEqual([0, 1, 3])
    expect(await office.lastLog(hook)).toMatchObject({ status: 'delivered', attempts: 3 })
  })

  it('flush waits for what is due', async () => {
    const { office, arrived, simulator } = await opened(200)
    office.sell()
    office.sell()
    await simulator.webhooks.flush()
    expect(arrived).toHaveLength(2)
    expect(simulator.webhooks.queue).toEqual([])
  })

  it('a delivery that has ended leaves no timer behind', async () => {
    const { office, arrived, simulator } = await opened(200)
    for (let n = 0; n < 20; n += 1) office.sell()
    await vi.advanceTimersByTimeAsync(10)
    expect([arrived.length, simulator.webhooks.queue, vi.getTimerCount()]).toEqual([20, [], 0])
  })

  it('advance adds to the time', async () => {
    const { office, arrived, simulator } = await opened(500)
    office.sell()
    await vi.advanceTimersByTimeAsync(30_000)
    const { from, to } = await simulator.clock.advance('1 day')
    expect([from, to]).toEqual(['2026-03-01T12:00:30.000Z', '2026-03-02T12:00:30.000Z'])
    expect(arrived.length).toBe(11)
    await vi.advanceTimersByTimeAsync(1000)
    expect(simulator.clock.now).toBe('2026-03-02T12:00:31.000Z')
  })

  it('a reset in the middle of a delivery discards its answer, and what waits behind it is not sent', async () => {
    let answer = (_: Response) => {}
    const { office, arrived, simulator } = await opened(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    office.sell()
    office.sell()
    await vi.advanceTimersByTimeAsync(10)
    simulator.reset()
    answer(new Response())
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect([arrived.length, office.attempts]).toEqual([1, []])
  })

  it('disposed of, it sends nothing more', async () => {
    let answer = (_: Response) => {}
    const { office, arrived, simulator } = await opened(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    office.sell()
    office.sell()
    await vi.advanceTimersByTimeAsync(10)
    simulator[Symbol.dispose]()
    answer(new Response(null, { status: 500 }))
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect([arrived.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})

describe('live mode on the real clock', () => {
  it('sends without being asked', async () => {
    vi.useRealTimers()
    const { office, arrived, simulator } = await opened(200)
    office.sell()
    await vi.waitFor(() => expect(arrived).toHaveLength(1), { timeout: 5000 })
    simulator[Symbol.dispose]()
  })
})
