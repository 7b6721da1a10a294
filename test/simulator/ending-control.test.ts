import { createSimulator, type Simulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { internalsOf } from '../../src/simulator/internals-of'
import { fault, HEADERS, hears, hearsAt, ITEMS, opened, play, throwing } from './left-behind'

/** What a test may leave behind. */
type Problem = readonly [string, (simulator: Simulator) => unknown, RegExp]
const PROBLEMS: readonly Problem[] = [
  [
    'a fault',
    (s) => s.faults.inject(fault),
    /^fault 1 on .*items\/ hit nothing: .*; if that is meant, clear it in the test$/,
  ],
  ['an advance', (s) => void s.clock.advance('1 day'), /^an advance was still under way/],
  [
    'a response',
    async (s) => {
      s.faults.inject({ then: { delay: '1 minute' } })
      void s.fetch('/public/v1/items/', { headers: HEADERS }).catch(() => undefined)
      await new Promise(setImmediate)
    },
    /^the answer to GET https:\/\/accounting.test\/public\/v1\/items\/ is held back until/,
  ],
  [
    'broken books',
    (s) => {
      s.books.check = () => [{ invariant: 'debitsEqualCredits', where: 'transaction 7', text: 'off by 1' }]
    },
    /^the books are broken: debitsEqualCredits: transaction 7: off by 1$/,
  ],
  [
    'broken books of another organisation',
    (s) => {
      s.organization('other').make.customer()
      s.organization('other').books.check = () => [{ invariant: 'sum', where: 'account 7', text: 'off by 1' }]
    },
    /^the books of other are broken: sum: account 7: off by 1$/,
  ],
  [
    'a receiver that threw',
    (s) => hears(s, throwing),
    /^the receiver of https:\/\/hooks.example.com\/in threw RangeError: not my event at .*left-behind/,
  ],
  [
    'an expectation of a scenario that is not met',
    (s) => play(s, { expect: ITEMS }),
    /^step 0 of scenario storm \(expect items, at 2026-01-15T09:00:00.000Z\) was not met: \d items, expected 0$/,
  ],
  [
    'the same later',
    async (s) => {
      await play(s, { at: '1 minute', expect: ITEMS }, { at: '1 year', inject: fault })
      await s.clock.advance('1 hour')
    },
    /^step 0 of scenario storm \(expect items, at 2026-01-15T09:01:00.000Z\) was not met: \d items, expected 0$/,
  ],
  [
    'a step that the service refused',
    (s) => play(s, { create: { record: 'customers', body: {} } }),
    /^step 0 of scenario storm \(create customers, at .*\) was refused: customers.create refused: .*Field required/,
  ],
  [
    'a scenario of which no step came',
    (s) => play(s, { at: '2 hours', clearFaults: true }, { at: '1 hour', inject: fault }),
    /^no step of scenario storm came: step 1 \(inject\) is due at 2026-01-15T10:00:00.000Z, and the clock stands/,
  ],
  [
    'a scenario whose event did not come',
    (s) => play(s, { when: { request: 'GET /public/v1/items/' }, clearFaults: true }),
    /^no step of scenario storm came: step 0 \(clearFaults\) waits for request 1 of GET .*, 0 so far$/,
  ],
  [
    'a receiver whose address is misspelt',
    (s) => hearsAt(s, 'https://hooks.exmple.com/in'),
    /^the receiver of https:\/\/hooks.example.com\/ got nothing, and the deliveries to https:\/\/hooks.exmple.com\/in were/,
  ],
  ...['https://www.hooks.example.com/in', 'https://hooks.example.com:8443/in'].map(
    (url): Problem => [
      `a receiver whose address is not wholly that of ${url}`,
      (s) => hearsAt(s, url),
      /^the receiver of https:..hooks.example.com. got nothing, and the deliveries to http.*.in were/,
    ],
  ),
]

describe('GET /ending', () => {
  test('has no problems at first', async () => {
    expect(await opened().problems()).toEqual([])
  })

  test.each(PROBLEMS)('tells of %s, and runTest fails for the same', async (_, work, problem) => {
    const { simulator, problems } = opened()
    await work(simulator)
    expect(await problems()).toEqual([expect.stringMatching(problem)])
    expect(await problems()).toHaveLength(1)
    const own = createSimulator()
    const error: unknown = await runTest(own, () => work(own)).catch((thrown: unknown) => thrown)
    const [line = ''] = await problems()
    expect(String(error)).toContain(line.includes('not my event') ? 'not my event' : line)
  })

  test('an endpoint whose address only begins alike is meant', async () => {
    const { simulator, problems } = opened()
    await hearsAt(simulator, 'https://hooks.example.community/in')
    expect(simulator.webhooks.attempts).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('an expectation that was not met is told to tests over HTTP', async () => {
    const { call, problems } = opened()
    const scenario = { name: 'storm', steps: [{ expect: ITEMS }] }
    await call('POST', '/__simulator/scenarios/play', { scenario })
    await call('GET', '/__simulator/plays')
    expect(await problems()).toEqual([expect.stringContaining('was not met')])
  })

  test('what had failed in a scenario before is no problem of a fork', async () => {
    const { simulator, call, problems } = opened()
    await play(simulator, { expect: ITEMS }, { at: '1 hour', expect: ITEMS })
    await play(simulator, { at: '1 day', clearFaults: true })
    const { path } = await call('POST', '/__simulator/forks')
    expect(await problems(String(path))).toEqual([])
    await call('POST', `${path}/__simulator/clock/advance`, { duration: '2 hours' })
    expect(await problems(String(path))).toEqual([expect.stringContaining('at 2026-01-15T10:00:00.000Z')])
  })

  test.each(['reset', 'snapshots/1/restore'])('a test begins with POST /%s', async (way) => {
    const { simulator, call, problems } = opened()
    await call('POST', '/__simulator/snapshots')
    simulator.faults.inject(fault)
    await hears(simulator, throwing)
    expect(await problems()).toHaveLength(2)
    await call('POST', `/__simulator/${way}`)
    expect(await problems()).toEqual([])
    simulator.faults.inject(fault)
    expect(await problems()).toHaveLength(1)
  })

  test('the 404 of a path that the service does not have is a warning where nothing is wrong', async () => {
    const { simulator, call, problems } = opened()
    const get = (path: string) => simulator.fetch(`/public/v1/${path}`, { headers: HEADERS })
    await get('invocies/1/')
    await call('POST', '/__simulator/reset')
    await get('invoices/1/')
    expect(await call('GET', '/__simulator/ending')).toEqual({ problems: [] })
    await get('invocies/1/')
    const told = expect.stringMatching(
      /^the test passed, and GET .public.v1.invocies.1. was answered by 404: no operation/,
    )
    expect(await call('GET', '/__simulator/ending')).toEqual({ problems: [], warnings: [told] })
    simulator.faults.inject(fault)
    expect(await problems()).toEqual([expect.stringContaining('fault 1 on GET')])
  })

  describe('warns of', () => {
    type Call = ReturnType<typeof opened>['call']
    const inFork = async (work: (call: Call, simulator: Simulator) => unknown): Promise<unknown> => {
      const { simulator, call } = opened()
      const { path } = await call('POST', '/__simulator/forks')
      const own: Call = (method, at, body) => call(method, `${path}/__simulator${at}`, body)
      await work(own, simulator)
      return own('GET', '/ending')
    }
    const WARNED: readonly [string, (call: Call) => unknown, string][] = [
      [
        'a fault of a fork that a reset took away',
        (call) => call('POST', '/faults', fault).then(() => call('POST', '/reset')),
        'fault 1 on GET /public/v1/items/ hit nothing, and reset or restore took it away',
      ],
      [
        'a control that refused its body',
        (call) => call('POST', '/faults', { ...fault, on: 'GET /public/v1/item/' }),
        'POST /__simulator/faults was refused: on: no operation matches GET /public/v1/item/; the nearest operation ' +
          'is GET /public/v1/items/',
      ],
      [
        'a control that is not there',
        (call) => call('POST', '/fault', fault),
        'POST /__simulator/fault was refused: there is no control /__simulator/fault, perhaps POST ' +
          '/__simulator/faults; GET /__simulator lists them',
      ],
      [
        'a matcher that compared nothing',
        (call) => call('POST', '/matchers/toHaveNoDuplicates', {}),
        'toHaveNoDuplicates compared nothing: no POST was carried out before this line.',
      ],
    ]
    test.each(WARNED)('%s', async (_, work, told) => {
      expect(await inFork(work)).toEqual({ problems: [], warnings: [told] })
    })

    const FINE: readonly [string, (call: Call, simulator: Simulator) => unknown][] = [
      ['a look at a record that is not there', (call) => call('GET', '/records/customers/999')],
      ['a fork that has ended already', (call) => call('DELETE', '/forks/1')],
      ['a record that the service refuses', (call) => call('POST', '/records/customers', {})],
      ['a change of a record that is gone', (call) => call('PUT', '/records/customers/999', {})],
      [
        'a fault that was cleared before the reset',
        async (call) => {
          await call('POST', '/faults', fault)
          await call('DELETE', '/faults')
          await call('POST', '/reset')
        },
      ],
      [
        'a fault that was told at the end of the test before',
        async (call) => {
          await call('POST', '/faults', fault)
          expect((await call('GET', '/ending')).problems).toHaveLength(1)
          await call('POST', '/reset')
        },
      ],
      [
        'a fault of which it asks whether it hit before the reset',
        async (call) => {
          await call('POST', '/faults', fault)
          expect(await call('GET', '/faults/unfired')).toHaveLength(1)
          await call('POST', '/reset')
        },
      ],
      ['a matcher that judged', (call) => call('POST', '/matchers/toBeBalanced', {})],
    ]
    test.each(FINE)('not of %s', async (_, work) => {
      expect(await inFork(work)).toEqual({ problems: [] })
    })

    test('not of faults of a world without forks, whose tests a reset ends', async () => {
      const { call } = opened()
      await call('POST', '/__simulator/faults', fault)
      await call('POST', '/__simulator/reset')
      expect(await call('GET', '/__simulator/ending')).toEqual({ problems: [] })
    })
  })

  test('a fork of an exploration is none of a test', () => {
    const fork = createSimulator().forkFor('exploration')
    expect(internalsOf(fork.fork()).madeFor).toBe('exploration')
    expect(internalsOf(fork.forkFor()).purpose).toMatchObject({ facts: 'exploration', mayMiss: true })
    expect(internalsOf(fork.forkFor('test')).madeFor).toBe('test')
  })

  test('faults that were there before are none of the problems of a fork', async () => {
    const { simulator, call, problems } = opened()
    simulator.faults.inject(fault)
    const { path } = await call('POST', '/__simulator/forks')
    expect(await problems(String(path))).toEqual([])
    await call('POST', `${path}/__simulator/faults`, fault)
    expect(await problems(String(path))).toEqual([expect.stringContaining('fault 2 on GET')])
    expect(await problems()).toEqual([expect.stringContaining('fault 1 on GET')])
  })

  test('where a fork has problems, a client that asks the world below is told', async () => {
    const { simulator, call, problems } = opened()
    await simulator.fetch('/public/v1/items/', { headers: HEADERS })
    const { path } = await call('POST', '/__simulator/forks')
    await call('POST', `${path}/__simulator/faults`, fault)
    await simulator.fetch('/public/v1/terms/')
    const undone = expect.stringContaining('fault 1 on GET')
    expect(await problems(String(path))).toEqual([undone])
    await simulator.fetch('/public/v1/terms/', { headers: HEADERS })
    await simulator.fetch('/public/v1/customers/', { method: 'POST', headers: HEADERS, body: '{}' })
    const told =
      'the fork got no request, and the world that it was made of got 2, the first one GET /public/v1/terms/: ' +
      'has the client the base URL of the fork, which ends in /__simulator/forks/1?'
    expect(await problems(String(path))).toEqual([undone, told])
    expect(await problems()).toEqual([])
    expect(await call('GET', `${path}/__simulator/ending`)).toEqual({ problems: [undone, told] })
    // Without problems it is a warning.
    await call('DELETE', `${path}/__simulator/faults`)
    expect(await call('GET', `${path}/__simulator/ending`)).toEqual({ problems: [], warnings: [told] })
    await call('POST', `${path}/__simulator/reset`)
    expect(await problems(String(path))).toEqual([])
  })

  test('a fork that is asked, and one beside others, may have a busy world below', async () => {
    const { simulator, call, problems } = opened()
    const forked = async () => String((await call('POST', '/__simulator/forks')).path)
    const [one, two] = [await forked(), await forked()]
    await simulator.fetch('/public/v1/terms/', { headers: HEADERS })
    expect([await problems(one), await problems(two)]).toEqual([[], []])
    await call('POST', `${one}/__simulator/faults`, fault)
    expect(await problems(one)).toHaveLength(1)
    await call('DELETE', two)
    expect(await problems(one)).toHaveLength(2)
    await call('GET', `${one}/public/v1/terms/`)
    expect(await problems(one)).toHaveLength(1)
  })

  test('what a receiver of the host throws in a fork is a problem of that fork', async () => {
    const { simulator, call, problems } = opened()
    await hears(simulator, () => new Response())
    simulator.webhooks.connect('https://hooks.example.com/', throwing)
    const { path } = await call('POST', '/__simulator/forks')
    const customer = simulator.records.customers.get(1)
    const made = await call('POST', `${path}/__simulator/records/customers`, {
      ...customer,
      unique_id: 'ACME',
      name: 'Acme',
    })
    expect(made).toMatchObject({ name: 'Acme' })
    await call('POST', `${path}/__simulator/webhooks/flush`)
    expect(await problems(String(path))).toEqual([expect.stringContaining('threw RangeError: not my event')])
    expect(await problems()).toEqual([])
  })
})
