import { createSimulator } from 'accounting-simulator'
import { linkFakeTimers } from 'accounting-simulator/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { timersIn } from '../../src/virtual-time/fake-clock'
import { Office } from '../support/worlds/office'
import { at, create, START } from './instants'

/** Fake timers of vitest and the simulator's clock, moved by either. */
beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => vi.useRealTimers())

const tickers = {
  'vi.advanceTimersByTimeAsync': (ms: number) => vi.advanceTimersByTimeAsync(ms),
  'vi.advanceTimersByTime': async (ms: number) => vi.advanceTimersByTime(ms),
  'clock.advance': async () => undefined,
}

function linked() {
  const simulator = createSimulator()
  const seen: string[] = []
  const unlink = linkFakeTimers(simulator, vi)
  const note = (what: string) => seen.push(`${what} ${simulator.clock.now} ${new Date().toISOString()}`)
  return { simulator, clock: simulator.clock, seen, note, unlink }
}

describe('linked fake timers', () => {
  it.each(Object.keys(tickers) as (keyof typeof tickers)[])(
    'move both clocks in order, by %s',
    async (how) => {
      const { clock, seen, note } = linked()
      setTimeout(() => note('fake'), 5000)
      setInterval(() => note('interval'), 4000)
      void clock.sleep('3 seconds').then(() => note('sleep'))
      if (how === 'clock.advance') await clock.advance('9 seconds')
      else await tickers[how](9000)
      const expected = [
        ['interval', 4],
        ['fake', 5],
        ['interval', 8],
      ].map(([what, s]) => `${what} ${at(Number(s))} ${at(Number(s))}`)
      const sleeping = how === 'vi.advanceTimersByTime' ? [] : [`sleep ${at(3)} ${at(3)}`]
      expect(seen).toEqual([...sleeping, ...expected])
      expect([clock.now, new Date().toISOString()]).toEqual([at(9), at(9)])
    },
  )

  it('a client that pauses by setTimeout is served after its pause', async () => {
    const { simulator, clock } = linked()
    simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 30 } })
    const call = (async () => {
      for (;;) {
        const response = await create(simulator)
        if (response.status === 200) return clock.now
        await new Promise((resolve) =>
          setTimeout(resolve, Number(response.headers.get('Retry-After')) * 1000),
        )
      }
    })()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(await call).toBe(at(90))
  })

  it('deliveries and answers held back come when either clock does', async () => {
    const office = new Office()
    linkFakeTimers(office.simulator, vi)
    await office.register()
    office.receive(500, 200)
    office.sell()
    office.simulator.faults.inject({ then: { delay: '1 minute' } })
    const call = create(office.simulator)
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await call).status).toBe(200)
    expect(office.minutes()).toEqual([0, 0, 1])
  })

  it('runAllTimersAsync, runOnlyPendingTimersAsync and advanceTimersToNextTimerAsync take both along', async () => {
    const { clock } = linked()
    let chained = 0
    const chain = (): void => {
      if (chained === 3) return
      chained += 1
      setTimeout(chain, chained * 1000)
    }
    setTimeout(chain, 1000)
    await vi.advanceTimersToNextTimerAsync()
    expect(clock.now).toBe(at(1))
    await vi.runOnlyPendingTimersAsync()
    expect(clock.now).toBe(at(2))
    await vi.runAllTimersAsync()
    expect([clock.now, chained, vi.getTimerCount()]).toEqual([at(7), 3, 0])
  })

  it('a restore takes the fake date back; timers wait as long as they would have', async () => {
    const { simulator, clock, note, seen } = linked()
    const mark = simulator.snapshot()
    await clock.advance('1 hour')
    setTimeout(() => note('fake'), 10_000)
    simulator.restore(mark)
    expect(new Date().toISOString()).toBe(START)
    await clock.advance('1 minute')
    expect(seen).toEqual([`fake ${at(10)} ${at(10)}`])
  })

  it('on a clock that moves by itself wait for nothing', async () => {
    const simulator = createSimulator({ clock: 'auto' })
    linkFakeTimers(simulator, vi)
    simulator.faults.inject({ then: { delay: '1 minute' } })
    expect((await create(simulator)).status).toBe(200)
    expect(new Date().toISOString()).toBe(at(60))
  })

  it('part ways again', async () => {
    const { clock, unlink } = linked()
    unlink()
    await vi.advanceTimersByTimeAsync(5000)
    expect([clock.now, new Date().toISOString()]).toEqual([START, at(5)])
    linkFakeTimers(createSimulator(), vi)
    vi.useRealTimers()
    await clock.advance('1 minute')
    expect(clock.now).toBe(at(60))
  })

  const NAMES = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ]
  const OTHERS = ['Date', 'performance', 'hrtime', 'queueMicrotask', 'Intl']
  it.each([...NAMES, ...OTHERS])('are found if %s alone is faked', async (name) => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: [name as 'Date'] })
    const { clock } = linked()
    expect(await vi.advanceTimersByTimeAsync(5000).then(() => clock.now)).toBe(at(5))
  })

  it('are refused where there are none, and for a live clock', () => {
    const live = createSimulator({ clock: 'live' })
    expect(() => linkFakeTimers(live, vi)).toThrow('a live clock follows the fake Date already')
    live[Symbol.dispose]()
    vi.useRealTimers()
    expect(() => linkFakeTimers(createSimulator(), vi)).toThrow('call vi.useFakeTimers()')
  })
})

/** Fake timers of jest keep their timers in a map, those of vitest in an object; examples/jest-project runs with jest. */
describe('the timers of a fake clock', () => {
  const timers = [{ callAt: 5 }, { callAt: 9 }]
  it.each([
    ['in an object', { 1: timers[0], 2: timers[1] }, timers],
    ['in a map', new Map(timers.map((one, id) => [id, one])), timers],
    ['before the first one', undefined, []],
  ])('are found %s', (_, kept, found) => {
    expect(timersIn({ timers: kept } as never)).toEqual(found)
  })
})

it('faked microtasks run when either clock moves', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'Date', 'queueMicrotask'] })
  const { clock } = linked()
  const seen: string[] = []
  queueMicrotask(() => seen.push(clock.now))
  await clock.advance('1 second')
  queueMicrotask(() => seen.push(clock.now))
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen).toEqual([START, at(1)])
})
