import { createSimulator } from 'accounting-simulator'
import { withVirtualTime } from 'accounting-simulator/time'
import { describe, expect, it, vi } from 'vitest'
import { at } from './instants'

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Where in the event loop each of three timers that are due at one instant runs, and what they start. */
async function orderOf({
  setTimeout,
  clearTimeout,
}: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>): Promise<string> {
  const seen: string[] = []
  const log = (...words: string[]) => void seen.push(...words)
  for (const name of ['a', 'b', 'c'])
    setTimeout(() => {
      log(name)
      setImmediate(() => {
        log(`${name} immediate`)
        queueMicrotask(() => log(`${name} microtask of an immediate`))
      })
      queueMicrotask(() => {
        log(`${name} microtask`)
        process.nextTick(() => log(`${name} tick of a microtask`))
      })
      process.nextTick(() => {
        log(`${name} tick`)
        queueMicrotask(() => log(`${name} microtask of a tick`))
      })
      if (name === 'a') clearTimeout(cleared)
    }, 20)
  const cleared = setTimeout(() => log('cleared'), 20)
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 60)
  })
  return seen.join(', ')
}

describe('timers that are due at one instant run as in Node', () => {
  const CLOCKS: Record<string, () => Promise<string>> = {
    'those of a program': () => withVirtualTime(createSimulator(), () => orderOf(globalThis)),
    'those of a program while time is advanced': async () => {
      const simulator = createSimulator()
      return withVirtualTime(simulator, async () => {
        const order = orderOf(globalThis)
        await simulator.clock.advance('1 second')
        return order
      })
    },
    'those of clock.timers': async () => orderOf(createSimulator({ clock: 'auto' }).clock.timers as never),
  }

  // What Node does with three timers of one list.
  const NODE = [
    ...['a', 'b', 'c'].flatMap((name) => [
      name,
      `${name} tick`,
      `${name} microtask`,
      `${name} microtask of a tick`,
      `${name} tick of a microtask`,
    ]),
    ...['a', 'b', 'c'].flatMap((name) => [`${name} immediate`, `${name} microtask of an immediate`]),
  ].join(', ')

  it.each(Object.keys(CLOCKS))('%s', async (name) => {
    expect(await CLOCKS[name]?.()).toBe(NODE)
  })
})

describe('a timer', () => {
  it('of more than 24.8 days fires after 1 ms with the warning of Node', async () => {
    const warned = async (work: () => Promise<unknown>): Promise<unknown[]> => {
      const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
      await work()
      const calls = emitted.mock.calls.map(([text, name]) => [text, name])
      emitted.mockRestore()
      return calls
    }
    const year = 365 * 86_400_000
    const inNode = await warned(() => sleep(year))
    const simulator = createSimulator()
    expect(await warned(() => withVirtualTime(simulator, () => sleep(year)))).toEqual(inNode)
    expect(inNode).toHaveLength(1)
    expect(simulator.clock.now).toBe(at(0.001))
  })

  it('of an interval of a minute costs little for a year', async () => {
    const simulator = createSimulator({ world: 'empty' })
    const began = process.cpuUsage()
    let ticks = 0
    await withVirtualTime(simulator, async () => {
      setInterval(() => {
        ticks += 1
      }, 60_000)
      await simulator.clock.advance('36 days')
    })
    const { user, system } = process.cpuUsage(began)
    expect(ticks).toBe(36 * 1440)
    // A tenth of a year. What is typical stands in the bench.
    expect((user + system) / 1e6).toBeLessThan(2)
  })
})
