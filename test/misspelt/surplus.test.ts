import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'

expect.extend(matchers)

async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    return error
  }
}

/** All functions are tried in test/promises/wrong-arguments.test.ts. */
describe('an argument too many is refused', () => {
  test.each<[string, (simulator: ReturnType<typeof createSimulator>) => unknown, string]>([
    [
      'a unit beside a number',
      ({ clock }) => Reflect.apply(clock.advance, clock, ['5', 'days']),
      "clock.advance takes one argument; 'days' beyond would be ignored",
    ],
    [
      'a fault to clear',
      ({ faults }) => Reflect.apply(faults.clear, faults, [{ id: 1 }]),
      'faults.clear takes no argument; an object beyond would be ignored',
    ],
    [
      'a fault that was injected',
      ({ faults }) => Reflect.apply(faults.clear, faults, [faults.inject({ then: { status: 500 } })]),
      'faults.clear takes no argument; fault.disarm() disarms one',
    ],
    [
      'a snapshot to go back to',
      ({ reset, snapshot }) => Reflect.apply(reset, undefined, [snapshot()]),
      'reset takes no argument; an object beyond would be ignored',
    ],
    [
      'a company of a check',
      ({ books }) => Reflect.apply(books.check, books, [1]),
      'books.check takes no argument; 1 beyond would be ignored',
    ],
    [
      'options of a write',
      ({ records }) => Reflect.apply(records.invoices.create, undefined, [{}, { idempotencyKey: 'a' }]),
      'invoices.create takes one argument; an object beyond would be ignored',
    ],
    [
      'a route of a matcher',
      (simulator) =>
        (
          expect(simulator) as unknown as { toHaveUsedIdempotencyKeys(route: string): void }
        ).toHaveUsedIdempotencyKeys('POST /public/v1/invoices/'),
      'toHaveUsedIdempotencyKeys takes no argument',
    ],
  ])('%s', async (_, call, message) => {
    const error = await errorOf(() => call(createSimulator()))
    expect(String(error)).toContain(message)
    expect((error as Error).stack).toContain('surplus.test.ts')
  })
})

describe('an argument of whoever hands a function on is let pass', () => {
  test.each<[string, (simulator: ReturnType<typeof createSimulator>) => unknown]>([
    [
      'a list',
      ({ make, records }) =>
        [make.customer(), make.customer()].map(({ id }) => id).map(records.customers.get),
    ],
    ['a Set', ({ make, records }) => new Set([make.customer().id]).forEach(records.customers.remove)],
    [
      'the context of a hook',
      ({ reset }) => Reflect.apply(reset, undefined, [Object.assign(() => undefined, { task: {} }), {}]),
    ],
    [
      'the suite of beforeAll, as vitest has it',
      ({ reset }) =>
        Reflect.apply(reset, undefined, [{ type: 'suite', name: 'invoices', tasks: [], meta: {} }]),
    ],
    ['the index of Array.from', ({ make }) => Array.from({ length: 3 }, make.customer)],
    [
      'the index of an iterator',
      ({ make, records }) => Array.from(new Set([make.customer().id]), records.customers.get),
    ],
    ['the number of createSimulator in a row', () => Array.from({ length: 2 }, createSimulator)],
    ['an event', ({ reset }) => Reflect.apply(reset, undefined, [new Event('close')])],
    ['what is undefined', ({ books }) => Reflect.apply(books.check, undefined, [undefined])],
  ])('%s', async (_, call) => {
    expect(await errorOf(() => call(createSimulator()))).not.toBeInstanceOf(Error)
  })
})
