import type { Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'

const declared: [name: string, body: () => Promise<void>][] = []

export const test = (name: string, body: () => Promise<void>): number => declared.push([name, body])

/** Runs the tests of the page: the messages of those that fail. */
async function play(): Promise<{ passed: number; failures: string[] }> {
  const failures: string[] = []
  for (const [name, body] of declared)
    await body().catch(({ message }: Error) => failures.push(`${name}: ${message}`))
  return { passed: declared.length - failures.length, failures }
}
Object.assign(globalThis, { play })

export function equal(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== should) throw new Error(`is ${is} and should be ${should}`)
}

export function noDuplicates(simulator: Simulator): void {
  const { pass, message } = matchers.toHaveNoDuplicates(simulator)
  if (!pass) throw new Error(message())
}
