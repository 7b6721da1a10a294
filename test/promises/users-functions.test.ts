import { createSimulator } from 'accounting-simulator'
import { allOf, explore, mirrorEquals, noDuplicates } from 'accounting-simulator/explore'
import { runTest } from 'accounting-simulator/matchers'
import { checkReceiver } from 'accounting-simulator/receiver'
import { describe, expect, test } from 'vitest'
import { publicFunctions } from '../support/public-functions'
import { type Call, experiment, get, PLAYS, type Play, registered } from './users-functions'

/**
 * Every function of the user's that the simulator calls may throw. Then the call throws that very error, or the test ends
 * with it; nothing is silent, and the world is as it was before or as it is without the function.
 */
class Mine extends Error {}

const seen = async (play: Play, call: Call): Promise<unknown> => {
  try {
    return await play(call)
  } catch (error) {
    return error
  }
}

/** May return a promise, which may reject. */
const ASYNCHRONOUS = [
  'simulator.webhooks.connect target',
  'simulator.clock.runUntil condition',
  'matchers: runTest body',
  'time: withVirtualTime program',
  'receiver: checkReceiver target',
  'explore: explore experiment.start',
  'explore: explore experiment.start().run',
  'explore: explore experiment.check',
  'explore: allOf checks',
  'controls: sandbox options.fetch',
]
/** They answer with a report, whose text has the error's. */
const REPORTS = /^explore: |^receiver: checkReceiver target/

/** Not the user's code, or of another environment. */
const NOT_PLAYED: readonly [RegExp, string][] = [
  [/ handle\.| reports\.| end\.disk\.| context\.msw\./, 'functions of what the package itself made'],
  [/^time: linkFakeTimers timers\./, 'functions of the library of fake timers'],
  [/ options\.host\.(wakeAt|mayGoOn|runs)$/, 'called by a host that has storage: test/time/host.test.ts'],
  [/ options\.host\.deliveries\./, 'the room of a host for deliveries: test/sandbox/deliveries.test.ts'],
  [
    /^(node: serveMany|worker: sandboxes) /,
    'storage and deliveries of sandboxes, which outlive tests: test/sandbox',
  ],
  [/^inspector: |^storybook/, 'browsers: test/browser'],
  [
    /start\(\)\.receive$/,
    'a receiver that throws is one that dies; the check judges what is left: docs/explore.md',
  ],
  [/\.now\.valueOf$/, 'a member of every object'],
]

/** All record types share one play, and all makers of simulators share another. */
const played = (name: string, place: string): string =>
  /options\.(host|world)\./.test(place)
    ? `createSimulator ${place}`
    : `${name
        .replace(/^simulator\.records\.\w+\./, 'simulator.records.')
        .replace(/^simulator\.make\.\w+$/, 'simulator.make.several')
        .replace('explore.once', 'explore')} ${place.replace(/^where\.(?!test$).*/, 'where.member')}`

test('each function that the published types take has its play, or a reason', () => {
  const wanted = new Set(
    publicFunctions().flatMap(({ name, takes }) => takes.map((place) => played(name, place))),
  )
  const missing = [...wanted].filter((key) => !(key in PLAYS) && !NOT_PLAYED.some(([key_]) => key_.test(key)))
  expect(missing).toEqual([])
  expect(Object.keys(PLAYS).filter((key) => !wanted.has(key))).toEqual([])
})

describe('a function of the user that throws', () => {
  const cases = Object.entries(PLAYS).flatMap(([name, play]) => [
    { name, how: 'at once', play },
    ...(ASYNCHRONOUS.includes(name) ? [{ name, how: 'later', play }] : []),
  ])

  test.each(cases)('$name, $how', { timeout: 30_000 }, async ({ name, how, play }) => {
    const mine = new Mine('thrown by the user')
    const simulator = createSimulator()
    const thrown = (): never => {
      if (how === 'later') return Promise.reject(mine) as never
      throw mine
    }
    const error = await seen(play, { simulator, thrown })
    if (!REPORTS.test(name)) expect(error).toBe(mine)
    expect(String(error)).toContain('thrown by the user')
    expect(simulator.books.check()).toEqual([])
  })
})

describe('a function of the user that returns something else', () => {
  const promise = () => Promise.resolve(true)
  const WRONG: Readonly<Record<string, readonly [Play, string]>> = {
    'a predicate of records that returns a promise': [
      ({ simulator }) => simulator.records.customers.find(() => promise() as never),
      'where must return true or false at once, not a promise',
    ],
    'a predicate of faults that returns a promise': [
      ({ simulator }) =>
        runTest(simulator, async () => {
          simulator.faults.inject({ on: () => promise() as never, then: { status: 503 } })
          await get(simulator)
          simulator.faults.clear()
        }),
      'on must return true or false at once, not a promise',
    ],
    'a rule of receivers that returns a promise': [
      async ({ simulator }) => {
        await registered(simulator)
        simulator.webhooks.connect(
          () => promise() as never,
          () => new Response(),
        )
        await simulator.webhooks.flush()
      },
      'prefix must return true or false at once, not a promise',
    ],
    'a start that returns nothing': [
      ({ simulator }) => explore({ ...experiment(simulator), start: () => undefined as never }),
      'start must return a program: { run }, { run, receive } or { receive }',
    ],
    'a receive that returns nothing': [
      async ({ simulator }) => {
        await registered(simulator)
        return explore({ ...experiment(simulator), start: () => ({ receive: () => undefined as never }) })
      },
      'receive must return a Response, not undefined',
    ],
    'a check that returns true': [
      ({ simulator }) => explore({ ...experiment(simulator), check: () => true as never }),
      'check must return its complaints, an array of texts, not true',
    ],
    'a check that returns an oracle': [
      ({ simulator }) => explore({ ...experiment(simulator), check: () => noDuplicates as never }),
      'check must return its complaints, an array of texts, not a function',
    ],
    'a check that returns a list of lists': [
      ({ simulator }) => explore({ ...experiment(simulator), check: () => [[]] as never }),
      'check must return its complaints, an array of texts, not one with an empty array',
    ],
    'one of several checks that returns a number': [
      ({ simulator }) => explore({ ...experiment(simulator), check: allOf(() => 0 as never) }),
      'check must return its complaints, an array of texts, not 0',
    ],
    'a mirror that returns nothing': [
      ({ simulator }) =>
        explore({
          ...experiment(simulator),
          check: mirrorEquals('invoices', { mirror: () => undefined as never }),
        }),
      'mirror must be an object of copies by identifier, not undefined',
    ],
    'a receiver under examination that returns nothing': [
      async () => {
        const report = await checkReceiver(() => undefined as never, { secret: 's' } as never)
        throw new Error(String(report))
      },
      'must return a Response, not undefined',
    ],
  }

  test.each(Object.entries(WRONG))('%s', { timeout: 30_000 }, async (_, [play, text]) => {
    const never = (): never => {
      throw new Error('not called')
    }
    const error = await seen(play, { simulator: createSimulator(), thrown: never })
    expect(String(error)).toContain(text)
  })
})
