import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { open } from './door'
import { test } from './framework'
import type { Body } from './live'
import type { Send } from './request'

export { equal, noDuplicates } from './framework'

/** Declares tests that have a simulator each. */
export const tests =
  (send: Send, options: SimulatorOptions = {}) =>
  (name: string, body: Body) =>
    test(name, async () => {
      const simulator = createSimulator(options)
      const { apiKey, clock } = simulator
      const { close, ...door } = await open(simulator)
      const sleep = (seconds: number) => clock.advance({ seconds })
      const work = runTest(simulator, () => body({ simulator, access: { ...door, apiKey, send, sleep } }))
      await work.finally(close)
      simulator[Symbol.dispose]()
    })
