import { deepStrictEqual, fail } from 'node:assert'
import type { Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'

export { deepStrictEqual as equal }

export function noDuplicates(simulator: Simulator): void {
  const { pass, message } = matchers.toHaveNoDuplicates(simulator)
  if (!pass) fail(message())
}
