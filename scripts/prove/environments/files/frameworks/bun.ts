import { expect, test } from 'bun:test'
import type { Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'

expect.extend(matchers)

export { test }
export const equal = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected)
export const noDuplicates = (simulator: Simulator) => expect(simulator).toHaveNoDuplicates()
