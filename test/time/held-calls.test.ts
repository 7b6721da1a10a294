import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { at, create } from './instants'

/** A second of real time, made short: whoever waits is told after it. */
let told: string[] = []
let pass: (() => void)[] = []
const second = (): void => {
  for (const end of pass.splice(0)) end()
}
beforeEach(() => {
  told = []
  pass = []
  vi.spyOn(console, 'error').mockImplementation((text: string) => told.push(text))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    pass.push(() => controller.abort())
    return controller.signal
  })
})
afterEach(() => vi.restoreAllMocks())

async function held(options: SimulatorOptions = {}) {
  const simulator = createSimulator(options)
  simulator.faults.inject({ then: { delay: '30 seconds' } })
  const call = create(simulator)
  call.catch(() => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  return { simulator, call }
}

describe('an answer that is held back while the clock stands still', () => {
  it('is told once, with the request, its instant and what to write', async () => {
    const { simulator, call } = await held()
    expect(told).toEqual([])
    second()
    second()
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(
      `the answer to POST https://accounting.test/public/v1/invoices/ is held back until ${at(30)}, and the ` +
        `clock stands still at ${at(0)}`,
    )
    expect(told[0]).toContain(`await simulator.clock.advanceTo('${at(30)}')`)
    expect(told[0]).toContain("createSimulator({ clock: 'auto' })")
    await simulator.clock.advance('30 seconds')
    expect((await call).status).toBe(200)
  })

  it('is not told while the clock moves towards it', async () => {
    const { simulator } = await held()
    await simulator.clock.advance('10 seconds')
    second()
    expect(told).toEqual([])
    second()
    expect(told).toHaveLength(1)
  })

  it('is not told once it is over', async () => {
    const { simulator, call } = await held()
    simulator.reset()
    await expect(call).rejects.toThrow(TypeError)
    second()
    expect(told).toEqual([])
  })

  it.each(['auto', 'live'] as const)('is not told of a clock on %s', async (clock) => {
    const { simulator } = await held({ clock })
    second()
    expect(told).toEqual([])
    simulator[Symbol.dispose]()
  })
})
