import type { Simulator } from 'accounting-simulator'
import { matchers, type SimulatorMatchers } from 'accounting-simulator/matchers'
import { expect, test } from 'vitest'

expect.extend(matchers)

declare module 'vitest' {
  interface Matchers<T> extends SimulatorMatchers {}
}

export { test }
export const equal = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected)
export const noDuplicates = (simulator: Simulator) => expect(simulator).toHaveNoDuplicates()
