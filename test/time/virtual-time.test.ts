import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as timersPromises from 'node:timers/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { isVirtualTimeError, withVirtualTime } from 'accounting-simulator/time'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'
import { Office } from '../support/worlds/office'
import { at, create, HEADERS, START } from './instants'

afterEach(() => vi.restoreAllMocks())

/** Copied before anything is patched, as a client's module does. */
const COPIED = {
  promisified: promisify(setTimeout),
  required: { ...createRequire(import.meta.url)('node:timers/promises') } as typeof timersPromises,
  setTimeout,
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

describe('a program on virtual time', () => {
  it.each([
    ['setTimeout', () => sleep(3_600_000), 3600],
    ['node:timers/promises', () => pause(3_600_000), 3600],
    ['a copy of promisify(setTimeout)', () => COPIED.promisified(60_000), 60],
    ['a copy of setTimeout of node:timers/promises', () => COPIED.required.setTimeout(60_000, 'done'), 60],
    [
      'a copy of setInterval of node:timers/promises',
      async () => {
        let ticks = 0
        for await (const _ of COPIED.required.setInterval(10_000)) if (++ticks === 3) break
      },
      30,
    ],
    [
      'a copy with a signal that aborts',
      async () => {
        const signal = AbortSignal.timeout(5000)
        const paused = COPIED.required.setTimeout(3_600_000, undefined, { signal })
        await expect(paused).rejects.toMatchObject({ name: 'AbortError' })
      },
      5,
    ],
    ['promisify(setTimeout)', () => promisify(setTimeout)(60_000), 60],
    [
      'setInterval',
      () =>
        new Promise<void>((resolve) => {
          let ticks = 0
          const interval = setInterval(() => {
            ticks += 1
            if (ticks < 5) return
            clearInterval(interval)
            resolve()
          }, 10_000)
        }),
      50,
    ],
    [
      'AbortSignal.timeout',
      () =>
        new Promise<void>((resolve) => {
          AbortSignal.timeout(30_000).addEventListener('abort', () => resolve())
        }),
      30,
    ],
  ])('waits by %s for nothing', async (_, program, seconds) => {
    const simulator = createSimulator()
    const began = process.hrtime.bigint()
    const seen = await withVirtualTime(simulator, async () => {
      const clocks = [Date.now(), performance.now()]
      await program()
      return [Date.now(), performance.now()].map((now, index) => (now - (clocks[index] ?? 0)) / 1000)
    })
    expect(seen).toEqual([seconds, seconds])
    expect(simulator.clock.now).toBe(at(seconds))
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(5000)
  })

  it('is told where it set a timer of real time, by a copy of a global function', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await withVirtualTime(
      createSimulator(),
      () => new Promise<void>((resolve) => void COPIED.setTimeout(resolve, 1300)),
    )
    expect(told.mock.calls).toEqual([
      [
        expect.stringMatching(
          /A timer of real time was set at .*virtual-time\.test\.ts.*by a copy of the function/,
        ),
      ],
    ])
  })

  it('outside of it everything is real, also at the same time', async () => {
    const simulator = createSimulator()
    const real = (async () => {
      await sleep(5)
      return new Date().getFullYear()
    })()
    const inside = withVirtualTime(simulator, async () => {
      await sleep(86_400_000 * 20)
      return new Date().toISOString()
    })
    expect(await inside).toBe('2026-02-04T09:00:00.000Z')
    expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).toBeLessThan(60_000)
    expect(await real).toBe(new Date(performance.timeOrigin).getFullYear())
    expect(new Date().constructor).toBe(Date)
  })

  it('is given back what it returns, and what it throws', async () => {
    const simulator = createSimulator()
    expect(await withVirtualTime(simulator, () => 5)).toBe(5)
    await expect(
      withVirtualTime(simulator, async () => {
        await sleep(1000)
        throw new Error('mine')
      }),
    ).rejects.toThrow('mine')
  })

  it('gives up a request after its own time-out', async () => {
    const simulator = createSimulator()
    simulator.faults.inject({ then: { delay: '1 minute' } })
    const outcome = await withVirtualTime(simulator, () =>
      simulator
        .fetch(`${simulator.baseUrl}/public/v1/invoices/`, {
          headers: HEADERS,
          signal: AbortSignal.timeout(10_000),
        })
        .catch((error: Error) => error.name),
    )
    expect([outcome, simulator.clock.now]).toEqual(['TimeoutError', at(10)])
  })

  it('may move time itself, and hears what the service does of itself', async () => {
    const office = new Office()
    await office.register()
    const heard: string[] = []
    office.receive(500, 500, 200)
    office.sell()
    await withVirtualTime(office.simulator, async () => {
      const delivered = new Promise<void>((resolve) => {
        office.simulator.webhooks.connect('https://hooks.example.com/', async () => {
          heard.push(new Date().toISOString())
          await sleep(2000)
          if (heard.length === 3) resolve()
          return new Response(null, { status: heard.length < 3 ? 500 : 200 })
        })
      })
      await delivered
    })
    expect(heard).toEqual([at(0), at(62), at(184)])
    await withVirtualTime(office.simulator, async () => {
      await office.simulator.clock.advance('1 day')
      await sleep(1000)
    })
    expect(office.simulator.clock.now).toBe(at(184 + 2 + 86_400 + 1))
  })

  it('at the same time as others, each on a clock of its own', async () => {
    const programs = [1, 20, 300].map(async (seconds) => {
      const simulator = createSimulator()
      const ticks = await withVirtualTime(simulator, async () => {
        const seen: number[] = []
        for (let turn = 0; turn < 3; turn += 1) {
          await sleep(seconds * 1000)
          seen.push(Date.now() - Date.parse(START))
        }
        return seen
      })
      return ticks.map((tick) => tick / 1000 / seconds)
    })
    expect(await Promise.all(programs)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  it('that polls without end is ended, and its loop named', async () => {
    const simulator = createSimulator()
    const error: unknown = await withVirtualTime(
      simulator,
      async () => {
        for (;;) await sleep(1000)
      },
      { maxJumps: 300 },
    ).catch((reason: unknown) => reason)
    expect(isVirtualTimeError(error)).toBe(true)
    expect(String(error)).toMatch(
      /your program polled 300 times, from .* to .*setTimeout\(\.\.\., 1000\) at .*virtual-time\.test\.ts/,
    )
  })

  it('that was ended rests, and the next one on the same clock runs', async () => {
    const simulator = createSimulator()
    const polling = async (): Promise<never> => {
      for (;;) {
        await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/`, { headers: HEADERS })
        await sleep(5000)
      }
    }
    await expect(withVirtualTime(simulator, polling, { maxJumps: 50 })).rejects.toThrow('polled 50 times')
    const { length } = simulator.traffic
    await withVirtualTime(simulator, () => sleep(50_000))
    expect([simulator.clock.now, simulator.traffic.length]).toEqual([at(300), length])
  })

  it.each([
    [{ realIo: 'sometimes' }, 'realIo must be one of wait, error, ignore, not'],
    [{ maxJumps: 0 }, 'maxJumps must be a number of at least 1, not 0'],
    [{ colour: 'red' }, 'colour is not a known member; known members: realIo, maxJumps'],
    [{ maxJump: 1 }, 'maxJump is not a known member, perhaps maxJumps; known members: realIo, maxJumps'],
  ])('refuses the options %j', async (options, text) => {
    await expect(withVirtualTime(createSimulator(), () => 1, options as never)).rejects.toThrow(text)
  })

  it('refuses a live clock', async () => {
    const simulator = createSimulator({ clock: 'live' })
    await expect(withVirtualTime(simulator, () => 1)).rejects.toThrow('a live clock')
    simulator[Symbol.dispose]()
  })
})

describe('what a program leaves behind', () => {
  it('is still on the clock', async () => {
    const simulator = createSimulator()
    const seen: string[] = []
    await withVirtualTime(simulator, async () => {
      setTimeout(() => seen.push(simulator.clock.now), 60_000)
      await create(simulator)
    })
    expect([seen, simulator.clock.now]).toEqual([[], START])
    await simulator.clock.advance('1 hour')
    expect(seen).toEqual([at(60)])
  })
})

it('a program that waits for ever in a plain process is told so before the process ends', async () => {
  const folder = temporaryFolder()
  const program = join(folder, 'waits.mjs')
  writeFileSync(
    program,
    `import { createSimulator } from 'accounting-simulator'
    import { withVirtualTime } from 'accounting-simulator/time'
    const simulator = createSimulator()
    const polling = async () => { for (;;) await new Promise((resolve) => setTimeout(resolve, 5000)) }
    await withVirtualTime(simulator, polling, { maxJumps: 50 }).catch(({ name }) => console.error(name))
    await withVirtualTime(simulator, () => new Promise((resolve) => setTimeout(resolve, 5000)))
    console.error(simulator.clock.now)
    await withVirtualTime(simulator, () => new Promise(() => undefined))`,
  )
  await bundlePrograms(folder, { waits: program })
  const ended = await new Promise<readonly [unknown, string]>((resolve) => {
    execFile(process.execPath, [join(folder, 'waits.js')], (error, _, stderr) =>
      resolve([error?.code, stderr]),
    )
  })
  expect(ended).toEqual([
    13,
    expect.stringMatching(/^VirtualTimeError\n2026-01-15T09:04:15.000Z\n.*the program has not ended/),
  ])
})
