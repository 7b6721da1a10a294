import { expect, test } from 'vitest'
import { programErrors } from './language'

/** What `@types/jest` declares, and what `@jest/globals` gets from the package `expect`. */
const GLOBALS = `declare global {
  namespace jest {
    interface Matchers<R, T = {}> { toBe(expected: unknown): R; not: Matchers<R, T> }
    interface Expect { <T>(actual: T): Matchers<void, T>; extend(matchers: object): void }
  }
  const expect: jest.Expect
  const test: (name: string, body: () => unknown) => void
}
`

const PROGRAM = `${GLOBALS}
import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'

expect.extend(matchers)
const simulator = createSimulator()
test('a jest test', () => {
  expect(simulator.records.invoices.count()).toBe(0)
`

test.each<[string, string[]]>([
  ['expect(simulator).toHaveNoDuplicates()', []],
  ["expect(simulator).not.toHaveNoDuplicates({ by: ['reference_number'] })", []],
  ["expect(simulator).toHaveReceived('POST /public/v1/invoices/', { memo: 'x' })", []],
  ['expect(simulator.books).toBeBalanced()', []],
  ['expect(simulator).toHaveHonouredRetryAfter()', []],
  ['expect(simulator).toHaveUsedIdempotencyKeys()', []],
  ['expect(simulator).toHaveSurvived()', []],
  [
    'expect(simulator).toHaveNoDuplicate()',
    [
      "Property 'toHaveNoDuplicate' does not exist on type 'Matchers<void, Simulator>'. Did you mean 'toHaveNoDuplicates'?",
    ],
  ],
  [
    "expect(simulator).toHaveNoDuplicates({ bye: ['memo'] })",
    [
      "Object literal may only specify known properties, and 'bye' does not exist in type 'DuplicateOptions'.",
    ],
  ],
])(
  'in a test of jest: %s',
  (line, errors) => {
    expect(programErrors(`${PROGRAM}  ${line}\n})\n`)).toEqual(errors)
  },
  180_000,
)
