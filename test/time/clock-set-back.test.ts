import { createSimulator } from 'accounting-simulator'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostTime } from '../../src/host-time/host-time'
import { Office } from '../support/worlds/office'

/** Two clocks of a machine: the one that people set, and the one that counts the time that passes. */
const NOON = Date.parse('2026-03-01T12:00:00Z')
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const
let wall = NOON
let passed = 0

beforeEach(() => {
  wall = NOON
  passed = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Date, 'now').mockImplementation(() => wall)
  vi.spyOn(performance, 'now').mockImplementation(() => passed)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const passes = async (milliseconds: number) => {
  wall += milliseconds
  passed += milliseconds
  await vi.advanceTimersByTimeAsync(milliseconds)
}
const since = (simulator: { clock: { now: string } }) => Date.parse(simulator.clock.now) - NOON

it('a live clock stands still at the end of the year 9999, and its simulator answers', async () => {
  const simulator = createSimulator({ clock: 'live', now: '9999-12-31T23:59:59.500Z' })
  await passes(MINUTE)
  expect(simulator.clock.now).toBe('9999-12-31T23:59:59.999Z')
  const headers = { 'X-API-KEY': simulator.apiKey }
  expect((await simulator.fetch('/public/health/', { headers })).status).toBe(200)
  expect(createSimulator({ world: simulator.export() }).clock.now).toBe(simulator.clock.now)
})

describe.each([
  ['10 seconds', 10 * SECOND],
  ['an hour', HOUR],
  ['40 days', 40 * DAY],
])('a host whose clock is set back by %s', (_, step) => {
  it('does not stop a live clock, and moves it nowhere when it is set right again', async () => {
    const simulator = createSimulator({ clock: 'live' })
    // Nobody looks at the clock meanwhile, so nobody knows where the host was.
    await passes(10 * SECOND)
    wall -= step
    expect(since(simulator)).toBe(10 * SECOND)
    await passes(MINUTE)
    expect(since(simulator)).toBe(70 * SECOND)
    wall += step
    expect(since(simulator)).toBe(70 * SECOND)
    await passes(MINUTE)
    expect(since(simulator)).toBe(130 * SECOND)
  })

  it('holds up no bucket, no key and no delivery', async () => {
    const office = new Office({ clock: 'live', rateLimits: {} })
    const { simulator } = office
    const path = '/public/v1/accounts/'
    const hook = await office.register()
    office.receive(500, 204)
    for (let at = 0; at < 10; at += 1) await office.send('GET', path)
    expect((await office.send('GET', path)).status).toBe(429)
    office.sell()
    await passes(10 * SECOND)
    wall -= step
    expect((await office.send('GET', path)).status).toBe(200)
    expect(await office.lastLog(hook)).toMatchObject({ status: 'retrying', attempts: 1 })
    await passes(2 * MINUTE)
    expect(await office.lastLog(hook)).toMatchObject({ status: 'delivered', attempts: 2 })
    simulator[Symbol.dispose]()
  })
})

it('a host that has slept is as far as its clock, also where passing time does not count the sleep', async () => {
  const simulator = createSimulator({ clock: 'live' })
  await passes(SECOND)
  wall += 8 * HOUR
  expect(since(simulator)).toBe(8 * HOUR + SECOND)
  wall -= MINUTE
  await passes(SECOND)
  expect(since(simulator)).toBe(8 * HOUR + 2 * SECOND)
})

it('a host whose passing time stands still, or is absent, is followed by its clock', async () => {
  const simulator = createSimulator({ clock: 'live' })
  wall += HOUR
  expect(since(simulator)).toBe(HOUR)
  vi.stubGlobal('performance', undefined)
  wall += HOUR
  expect(since(simulator)).toBe(2 * HOUR)
  wall -= HOUR
  expect(since(simulator)).toBe(2 * HOUR)
  wall += MINUTE
  expect(since(simulator)).toBe(2 * HOUR + MINUTE)
  vi.unstubAllGlobals()
})

it('a source of passing time that takes the place of another one moves nothing', () => {
  const before = hostTime.passed()
  passed = 7
  hostTime.passed()
  vi.stubGlobal('performance', { now: () => 1e9 })
  const begun = hostTime.passed()
  expect(begun - before).toBe(7)
  vi.unstubAllGlobals()
  expect(hostTime.passed()).toBe(begun)
})

it('the performance of a live clock may take the place of the host', async () => {
  const simulator = createSimulator({ clock: 'live' })
  vi.stubGlobal('performance', simulator.clock.timers.performance)
  await passes(MINUTE)
  expect(since(simulator)).toBe(MINUTE)
  expect(performance.now()).toBe(MINUTE)
  vi.unstubAllGlobals()
})
