import { pbkdf2 } from 'node:crypto'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { createSimulator, isUsageError, type Simulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { withVirtualTime } from 'accounting-simulator/time'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hostTime } from '../../src/host-time/host-time'
import { AdvanceCall } from '../../src/time/advance'
import { Office } from '../support/worlds/office'
import { at, create, HEADERS, START } from './instants'

/** Calls that move time, and deliveries on the way. */
afterEach(() => vi.useRealTimers())

describe('a call that moves time', () => {
  const server = setupServer()
  afterEach(() => server.close())

  it.each(['simulator.fetch', 'msw'])('lets requests under way arrive first, through %s', async (door) => {
    const simulator = createSimulator()
    if (door === 'msw') server.listen()
    server.use(...handlers(simulator))
    simulator.faults.inject({ then: { delay: '30 seconds' } })
    const call = create(simulator, door === 'msw' ? fetch : simulator.fetch)
    await simulator.clock.advance('30 seconds')
    expect((await call).status).toBe(200)
    expect(simulator.traffic[0]?.at).toBe(START)
  })

  it('goes with another one: each ends where it wanted to go', async () => {
    const { clock } = createSimulator()
    const ends = await Promise.all([
      clock.advance('2 hours').then(({ to }) => [to, clock.now]),
      clock.advance('1 hour').then(({ to }) => [to, clock.now]),
      clock.advanceTo(at(60)).then(({ to }) => [to, clock.now]),
    ])
    expect(ends).toEqual([
      [at(7200), at(7200)],
      [at(3600), at(3600)],
      [at(60), at(60)],
    ])
  })

  it('runUntil awaits what its condition returns, also where that needs time', async () => {
    const { clock } = createSimulator()
    let polls = 0
    void clock.sleep('1 hour')
    await clock.runUntil(async () => {
      polls += 1
      await Promise.resolve()
      return clock.now >= at(3600)
    })
    expect([clock.now, polls]).toEqual([at(3600), 2])
    await clock.runUntil(() => clock.sleep('5 seconds').then(() => true))
    expect(clock.now).toBe(at(3605))
  })

  it('runUntil says when nothing can make the condition true', async () => {
    const { clock } = createSimulator()
    void clock.sleep('1 hour')
    for (const condition of [() => false, async () => false]) {
      const refusal = await clock.runUntil(condition).catch((error: unknown) => error)
      expect(isUsageError(refusal)).toBe(true)
      expect(String(refusal)).toContain(`did not hold by ${at(3600)}`)
    }
  })

  it.each([
    () => {
      throw new Error('broken')
    },
    async () => {
      throw new Error('broken')
    },
  ])('runUntil rejects with what its condition throws', async (condition) => {
    const { clock } = createSimulator()
    await expect(clock.runUntil(condition)).rejects.toThrow('broken')
    expect((await clock.advance('1 s')).to).toBe(at(1))
  })

  it('ends after a million timers, or fewer, with an error that names the last kind', () => {
    expect(hostTime.timersAtMost).toBe(1_000_000)
    const call = new AdvanceCall(START, Number.POSITIVE_INFINITY, 3)
    for (let timer = 1; timer <= 3; timer += 1) call.moved(timer, 'recurrence')
    expect(() => call.moved(4, 'depreciation')).toThrow(
      'more than 3 timers fired in one call; the last was a dep',
    )
  })

  it('is over when the simulator is reset', async () => {
    const simulator = createSimulator()
    void simulator.clock.sleep('1 minute').then(() => simulator.reset())
    expect((await simulator.clock.advance('1 hour')).to).toBe(START)
    expect(simulator.clock.now).toBe(START)
  })
})

describe('a delivery', () => {
  it('does not hold up time: its receiver may call back through a client that sleeps', async () => {
    const office = new Office()
    await office.register()
    const { clock, webhooks } = office.simulator
    const heard: string[] = []
    office.receive(async () => {
      await clock.sleep('3 seconds')
      heard.push(clock.now)
      return new Response()
    })
    office.sell()
    await webhooks.flush()
    expect([heard, webhooks.attempts[0]?.why]).toEqual([[], 'under way'])
    await clock.advance('3 seconds')
    expect(heard).toEqual([at(3)])
    expect(webhooks.attempts[0]?.why).toMatch(/^answered 200/)
  })

  it('times out by the clock, and what the receiver answers afterwards is for nobody', async () => {
    const office = new Office()
    const hook = await office.register()
    office.receive(async () => {
      await office.simulator.clock.sleep('11 seconds')
      return new Response()
    }, 200)
    office.sell()
    await office.simulator.clock.advance('30 seconds')
    expect(office.attempts.map(({ why }) => why.split(':')[0])).toEqual(['timed out'])
    await office.simulator.clock.advance('39.999 seconds')
    expect(office.attempts).toHaveLength(1)
    await office.simulator.clock.advance('1 ms')
    expect(office.attempts.map(({ at }) => at)).toEqual([START, at(70)])
    expect(await office.lastLog(hook)).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  it('a mirror that sleeps by advance, past the limit, is complete', async () => {
    const office = new Office({ rateLimits: {} })
    const { simulator } = office
    await office.register()
    const mirror = new Map<number, string>()
    office.receive()
    simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
      const { object } = (await request.json()) as { object: { id: number } }
      for (;;) {
        const path = `${simulator.baseUrl}/public/v2/invoices/${object.id}/`
        const response = await simulator.fetch(path, { headers: HEADERS })
        if (response.status === 200) {
          mirror.set(object.id, ((await response.json()) as { amount: string }).amount)
          return new Response()
        }
        await simulator.clock.advance({ seconds: Number(response.headers.get('Retry-After')) })
      }
    })
    for (let made = 0; made < 15; made += 1) office.sell(`${made + 1}.00`)
    await simulator.webhooks.flush()
    expect(mirror.size).toBe(15)
    expect(new Set(office.attempts.map(({ why }) => why.split(':')[0]))).toEqual(new Set(['answered 200']))
  })

  type Waiting = (simulator: Simulator) => Promise<unknown>
  const timer = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  // time, the clock, how its receiver waits, how the program lets time go on
  it.each<[string, 'manual' | 'auto', Waiting, Waiting]>([
    ['by hand', 'manual', ({ clock }) => clock.sleep('2 seconds'), ({ clock }) => clock.advance('1 minute')],
    ['by itself', 'auto', ({ clock }) => clock.sleep('2 seconds'), ({ clock }) => clock.sleep('1 minute')],
    [
      'of the program',
      'manual',
      () => timer(2000),
      (simulator) => withVirtualTime(simulator, () => timer(60_000)),
    ],
  ])('behind one that waits for the clock costs no real time, %s', async (_, clock, wait, goOn) => {
    const office = new Office({ clock, webhooks: { patience: 1 } })
    const { simulator } = office
    await office.register()
    let earlier: Promise<unknown> = Promise.resolve()
    office.receive(async () => {
      earlier = earlier.then(() => wait(simulator))
      await earlier
      return new Response()
    })
    for (let sold = 0; sold < 4; sold += 1) office.sell()
    await goOn(simulator)
    expect(office.attempts.map(({ why }) => why.split(':')[0])).toEqual(Array(4).fill('answered 200'))
  })

  it('is done beside an earlier one that waits too long, on virtual time', async () => {
    const office = new Office({ webhooks: { patience: 1 } })
    await office.register()
    const work = promisify(pbkdf2)
    office.receive(
      async () => {
        await timer(11_000)
        return new Response()
      },
      async () => {
        await work('password', 'salt', 50_000, 64, 'sha512')
        return new Response()
      },
    )
    for (let sold = 0; sold < 2; sold += 1) office.sell()
    await withVirtualTime(office.simulator, () => timer(30_000))
    expect(office.attempts.map(({ why }) => why.split(':')[0])).toEqual(['timed out', 'answered 200'])
  })

  it('to a receiver at work in real time is waited for in real time', async () => {
    const office = new Office()
    await office.register()
    const server = createServer((_, response) => setTimeout(() => response.end('slow'), 60))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    office.simulator.webhooks.connect('https://hooks.example.com/', `http://127.0.0.1:${port}`)
    office.sell()
    await office.simulator.clock.advance('1 day')
    server.close()
    expect(office.attempts.map(({ why }) => why.split(':')[0])).toEqual(['answered 200'])
  })
})

describe('a live clock', () => {
  it('goes on when the host is set back', async () => {
    vi.useFakeTimers({ now: Date.parse(START), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const { clock } = createSimulator({ clock: 'live' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(clock.now).toBe(at(10))
    vi.setSystemTime(Date.parse(START) - 3_600_000)
    expect(clock.now).toBe(at(10))
    await vi.advanceTimersByTimeAsync(5000)
    expect(clock.now).toBe(at(15))
  })

  it('goes by the host where a page shows its date', async () => {
    vi.useFakeTimers({ now: Date.parse(START), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const { clock } = createSimulator({ clock: 'live' })
    const { Date: own } = globalThis
    globalThis.Date = clock.timers.Date
    try {
      await clock.advance('90 days')
      const later = 90 * 86_400
      const slept = clock.sleep('10 seconds')
      expect([clock.now, new Date().toISOString()]).toEqual([at(later), at(later)])
      await vi.advanceTimersByTimeAsync(9000)
      await expect(Promise.race([slept, 'asleep'])).resolves.toBe('asleep')
      await vi.advanceTimersByTimeAsync(1000)
      await slept
      expect([clock.now, new Date().toISOString()]).toEqual([at(later + 10), at(later + 10)])
    } finally {
      globalThis.Date = own
    }
  })
})
