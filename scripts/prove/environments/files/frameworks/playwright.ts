import { expect as plain, test } from '@playwright/test'
import type { Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'

const expect = plain.extend(matchers)

export { test }
export const equal = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected)
export const noDuplicates = (simulator: Simulator) => expect(simulator).toHaveNoDuplicates()
