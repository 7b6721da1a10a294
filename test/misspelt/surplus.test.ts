import { createSimulator, isOptionError } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { entryPoints } from '../../tsup.config'

type Call = (...given: unknown[]) => unknown

/** What stands for a function of the platform, which takes what that takes. */
const OF_PLATFORM = ['simulator.fetch', 'simulator.clock.timers']
/** What the published types leave out, and what is no function of this package. */
const INTERNAL = ['hosting', 'handler', 'mutation', 'diversion', 'changes', 'story', 'types']
  .map((name) => `simulator.${name}`)
  .concat('simulator.clock.link', 'simulator.clock.after', 'simulator.webhooks.receivers')
  .concat('simulator.faults.hostParts', 'simulator.traffic.open', 'simulator.traffic.load')
/** Functions of zod, and checks that `explore` calls: they say so. */
const OF_OTHERS = [
  'zod.schemas',
  ...['allOf', 'honoursRetryAfter', 'quietAfterTheEnd', 'usesIdempotencyKeys'].map(
    (name) => `explore.${name}`,
  ),
]
const OF_HOSTS = ['storybook/preview', 'storybook/manager']

const isClass = (call: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(call))

/** All functions that can be reached from a value, by path. */
function callsIn(path: string, value: unknown, owner?: unknown, seen = new Set<unknown>()): [string, Call][] {
  if ([...OF_PLATFORM, ...INTERNAL, ...OF_OTHERS].includes(path) || seen.has(value)) return []
  // A guard answers about any value, and `filter` hands it two more.
  if (/\.is[A-Z]\w*$/.test(path) || value instanceof Map || value instanceof Set) return []
  const isCall = typeof value === 'function' && !isClass(value)
  if (!isCall && (typeof value !== 'object' || value === null)) return []
  seen.add(value)
  const own: [string, Call][] = isCall ? [[path, (value as Call).bind(owner)]] : []
  return [
    ...own,
    ...membersOf(value as object).flatMap((name) =>
      callsIn(`${path}.${name}`, Reflect.get(value as object, name), value, seen),
    ),
  ]
}

const NO_MEMBERS = new Set(['length', 'name', 'prototype', 'constructor', 'toString'])
const OF_LANGUAGE: readonly unknown[] = [Object.prototype, Array.prototype, Function.prototype]

function membersOf(value: object): string[] {
  const names = new Set<string>()
  for (let one: object | null = value; one && !OF_LANGUAGE.includes(one); one = Object.getPrototypeOf(one))
    for (const name of Object.getOwnPropertyNames(one)) names.add(name)
  return [...names].filter((name) => !NO_MEMBERS.has(name) && !/^\d+$/.test(name))
}

/** What comes of a call with more arguments than anything takes; nothing has happened then. */
async function errorOf(call: Call): Promise<unknown> {
  try {
    return await call(...Array.from({ length: 9 }, () => 'surplus'))
  } catch (error) {
    return error
  }
}

async function expectRefused(calls: readonly [string, Call][]): Promise<void> {
  const silent: string[] = []
  for (const [path, call] of calls) {
    const error = await errorOf(call)
    if (
      !isOptionError(error) ||
      !/ takes (no argument|one argument|\d arguments); 'surplus' beyond/.test(error.message)
    )
      silent.push(`${path}: ${String(error).slice(0, 100)}`)
  }
  expect(silent).toEqual([])
}

expect.extend(matchers)

describe('an argument too many is refused, before anything happens', () => {
  test('by every method of a simulator', async () => {
    const simulator = createSimulator()
    const calls = callsIn('simulator', simulator)
    expect(calls.length).toBeGreaterThan(400)
    await expectRefused(calls)
    expect(simulator.timeline).toHaveLength(0)
  })

  test.each(Object.keys(entryPoints).filter((name) => !OF_HOSTS.includes(name)))(
    'by every function of %s',
    async (name) => {
      const path = Object.entries(entryPoints).find(([entry]) => entry === name)?.[1]
      const entry = await import(`../../${path}`)
      await expectRefused(
        Object.entries(entry as object).flatMap(([one, value]) => callsIn(`${name}.${one}`, value)),
      )
    },
  )

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
    ['an event', ({ reset }) => Reflect.apply(reset, undefined, [new Event('close')])],
    ['what is undefined', ({ books }) => Reflect.apply(books.check, undefined, [undefined])],
  ])('%s', async (_, call) => {
    expect(await errorOf(() => call(createSimulator()))).not.toBeInstanceOf(Error)
  })
})
