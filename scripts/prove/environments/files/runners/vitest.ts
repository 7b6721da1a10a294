import type { Simulator } from 'accounting-simulator'
import { type UseSimulatorOptions, useSimulator } from 'accounting-simulator/vitest'
import { expect, test } from 'vitest'
import { open } from './door'
import type { Body } from './live'
import type { Send } from './request'

/** Declares tests of a simulator, each of which has a fork to itself. */
export function tests(send: Send, options: UseSimulatorOptions = {}) {
  const simulator = useSimulator(options)
  const { apiKey, clock } = simulator
  const sleep =
    options.time === 'virtual'
      ? (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      : (seconds: number) => clock.advance({ seconds })
  return (name: string, body: Body) =>
    test(name, async () => {
      const { close, ...door } = await open(simulator)
      await body({ simulator, access: { ...door, apiKey, send, sleep } }).finally(close)
    })
}

export const equal = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected)
export const noDuplicates = (simulator: Simulator) => expect(simulator).toHaveNoDuplicates()
