import { createSimulator } from 'accounting-simulator'
import { describe, expect, it, vi } from 'vitest'
import { Office } from '../support/worlds/office'
import { at, automatic, create, START } from './instants'

describe("a clock on 'auto'", () => {
  it('moves for who sleeps, to the instant and no further', async () => {
    const { clock } = automatic()
    await clock.sleep('30 seconds')
    await Promise.all([clock.sleep('1 day'), clock.sleep('2 hours')])
    expect(clock.now).toBe(at(30 + 86_400))
  })

  it('moves for an answer that is held back', async () => {
    const auto = automatic()
    auto.faults.inject({ then: { delay: '30 seconds' } })
    expect((await create(auto)).status).toBe(200)
    expect(auto.clock.now).toBe(at(30))
  })

  it('runs what is due on the way: deliveries, steps, schedules', async () => {
    const office = new Office({ clock: 'auto' })
    await office.register()
    office.receive(500, 200)
    office.sell()
    await office.simulator.clock.sleep('1 hour')
    expect(office.minutes()).toEqual([0, 1])
  })

  it('sends what is due now, and moves for nobody', async () => {
    const office = new Office({ clock: 'auto' })
    await office.register()
    const arrived = office.receive(500)
    office.sell()
    await vi.waitFor(() => expect(arrived).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([office.simulator.clock.now, arrived.length]).toEqual([START, 1])
  })

  it('may be advanced, rewound and forked', async () => {
    const auto = automatic()
    const mark = auto.snapshot()
    await auto.clock.advance('1 hour')
    const twin = auto.fork()
    auto.restore(mark)
    await Promise.all([auto.clock.sleep('5 s'), twin.clock.sleep('5 s')])
    expect([auto.clock.now, twin.clock.now]).toEqual([at(5), at(3605)])
  })
})

describe('clock.timers', () => {
  it('are those of a host, by this clock', async () => {
    const { clock } = createSimulator()
    const { setTimeout, clearTimeout, setInterval, clearInterval, performance, AbortSignal } = clock.timers
    const VirtualDate = clock.timers.Date
    const seen: string[] = []
    setTimeout((word: string) => seen.push(`${word} ${clock.now}`), 5000, 'late')
    clearTimeout(setTimeout(() => seen.push('never'), 10))
    let ticks = 0
    const interval = setInterval(() => {
      ticks += 1
      seen.push(`tick ${clock.now}`)
      if (ticks === 3) clearInterval(interval)
    }, 2000)
    const signal = AbortSignal.timeout(4500)
    signal.addEventListener('abort', () =>
      seen.push(`${signal.reason.name} ${new VirtualDate().toISOString()}`),
    )
    const began = performance.now()
    await clock.advance('1 minute')
    expect(seen).toEqual([
      `tick ${at(2)}`,
      `tick ${at(4)}`,
      `TimeoutError ${at(4.5)}`,
      `late ${at(5)}`,
      `tick ${at(6)}`,
    ])
    expect(performance.now() - began).toBe(60_000)
    expect([VirtualDate.now(), new VirtualDate(0).getTime()]).toEqual([Date.parse(at(60)), 0])
    expect(new VirtualDate()).toBeInstanceOf(Date)
  })

  it('a handle refreshes, closes and lets go of the clock', async () => {
    const { clock } = automatic()
    const seen: string[] = []
    const timer = clock.timers.setTimeout(() => seen.push(clock.now), 10_000)
    expect([timer.hasRef(), timer.unref().hasRef(), timer.ref().hasRef()]).toEqual([true, false, true])
    timer.unref()
    await clock.sleep('4 s')
    timer.refresh()
    await clock.sleep('8 s')
    expect(seen).toEqual([])
    await clock.sleep('2 s')
    expect(seen).toEqual([at(14)])
    timer.refresh().close()
    await clock.sleep('1 hour')
    expect(seen).toEqual([at(14)])
  })
})
