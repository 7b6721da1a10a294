import { createSimulator, type Scenario, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'

const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }

function opened(make = () => createSimulator()) {
  const simulator = make()
  const port = controls(simulator)
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const url = `http://simulator${path}`
    const response = await port(new Request(url, { method, ...(body && { body: JSON.stringify(body) }) }))
    return (await response.json()) as Record<string, unknown>
  }
  const problems = async (at = '') => (await call('GET', `${at}/__simulator/ending`)).problems as string[]
  return { simulator, call, problems }
}

async function hears(simulator: Simulator, receiver: () => Response): Promise<void> {
  simulator.webhooks.connect('https://hooks.example.com/', receiver)
  await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.customer/created'] }),
  })
  simulator.make.customer()
  await simulator.webhooks.flush()
}
const throwing = (): never => {
  throw new RangeError('not my event')
}

const HOOKS = 'https://hooks.example.com/'
const register = (simulator: Simulator, url: string) =>
  simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ url, topics: ['core.customer/created'] }),
  })
/** A receiver is connected below `HOOKS`, and deliveries go to the URL. */
async function hearsAt(simulator: Simulator, url: string): Promise<void> {
  simulator.webhooks.connect(HOOKS, () => new Response())
  await register(simulator, url)
  simulator.make.customer()
  await simulator.webhooks.flush()
}

const ITEMS = { record: 'items', count: 0 } as const
const play = (simulator: Simulator, ...steps: Scenario['steps']) => simulator.play({ name: 'storm', steps })

/** A client that nobody awaits. It looks for the customer before it writes. */
const look = (simulator: Simulator) => simulator.fetch('/public/v1/customers/', { headers: HEADERS })
const write = (simulator: Simulator) =>
  simulator.fetch('/public/v1/customers/', { method: 'POST', headers: HEADERS, body: '{}' })
const turn = () => new Promise((resolve) => setImmediate(resolve))
async function sync(simulator: Simulator): Promise<void> {
  await look(simulator)
  for (let turns = 0; turns < 15; turns += 1) await turn()
  await look(simulator)
  for (let turns = 0; turns < 15; turns += 1) await turn()
  await write(simulator)
}
const judge = (simulator: Simulator) => void matchers.toHaveNoDuplicates(simulator)

const fault = { on: 'GET /public/v1/items/', then: { status: 503 } } as const

/** What a test may leave behind. */
const PROBLEMS: readonly [string, (simulator: Simulator) => unknown, RegExp][] = [
  ['a fault', (s) => s.faults.inject(fault), /^fault 1 on GET \/public\/v1\/items\/ hit nothing: /],
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
    /^the receiver of https:\/\/hooks.example.com\/in threw RangeError: not my event at .*ending-control/,
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
]

/** A test that has ended awaits nothing, so a control could only come too late. */
const LATE: readonly [string, (simulator: Simulator) => unknown, RegExp][] = [
  [
    'a client that nobody awaited, judged too early',
    (s) => {
      void write(s)
      judge(s)
    },
    /^POST \/public\/v1\/customers\/ was under way when the test ended: is your client awaited\?$/,
  ],
]

/** What a correct test may do. */
const FINE: readonly [string, (simulator: Simulator) => unknown][] = [
  [
    'a step that lies in the future after others',
    (s) => play(s, { clearFaults: true }, { at: '1 day', inject: fault }),
  ],
  ['a step that failed, which the test looks at', async (s) => void (await play(s, { expect: ITEMS })).fired],
  [
    'a scenario of which no step came, which the test looks at',
    async (s) => void (await play(s, { at: '1 day', clearFaults: true })).unfired,
  ],
  ['a scenario that was disarmed', async (s) => (await play(s, { at: '1 day', clearFaults: true })).disarm()],
  ['a scenario that is read as text', async (s) => void String(await play(s, { expect: ITEMS }))],
  ['a page that is still loading, which nobody judges', (s) => void look(s)],
  [
    'a page that reads again when it has written',
    async (s) => {
      await write(s)
      judge(s)
      void look(s)
    },
  ],
  [
    'a page that shows that it is saving',
    async (s) => {
      await look(s)
      void write(s)
    },
  ],
  [
    'a page that is loading, of a record that the test looked up',
    (s) => {
      s.records.customers.findMany()
      void look(s)
    },
  ],
  [
    'a page that is saving, after the test had looked',
    async (s) => {
      await look(s)
      judge(s)
      void write(s)
    },
  ],
  [
    'a receiver that answers and works afterwards',
    async (s) => {
      await register(s, HOOKS)
      s.webhooks.connect(HOOKS, () => {
        void turn().then(() => write(s))
        return new Response(null, { status: 202 })
      })
      s.make.invoice()
      await s.webhooks.flush()
      judge(s)
    },
  ],
  ['an endpoint whose name is near, and meant', (s) => hearsAt(s, 'https://hoods.example.com/in')],
  [
    'a client that works on in the background, and had begun to read',
    (s) => {
      void sync(s)
      return turn()
        .then(turn)
        .then(() => judge(s))
    },
  ],
  ['a receiver that is never called', (s) => void s.webhooks.connect(HOOKS, () => new Response())],
  ['an endpoint that is gone, beside a receiver', (s) => hearsAt(s, 'https://gone.example.com/in')],
  ['an endpoint with another number', (s) => hearsAt(s, 'https://hooks2.example.com/in')],
  [
    'a webhook that waits for another topic',
    async (s) => {
      await register(s, `${HOOKS}out`)
      await hearsAt(s, 'https://hooks.exmple.com/in')
    },
  ],
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

  test.each(LATE)('runTest tells of %s', async (_, work, problem) => {
    const own = createSimulator()
    const error: unknown = await runTest(own, () => work(own)).catch((thrown: unknown) => thrown)
    const [, line = ''] = String(error).split('\n  ')
    expect(line.split('\n')[0]).toMatch(problem)
  })

  test.each(FINE)('does not tell of %s, and neither does runTest', async (_, work) => {
    const { simulator, problems } = opened()
    await work(simulator)
    expect(await problems()).toEqual([])
    const own = createSimulator()
    await runTest(own, () => work(own))
  })

  test('runTest does not tell of the requests of another test on the same simulator', async () => {
    const simulator = createSimulator()
    const quick = runTest(simulator, async () => judge(simulator))
    const long = runTest(simulator, async () => {
      for (let turns = 0; turns < 3; turns += 1) await turn()
      await write(simulator)
    })
    expect(await Promise.allSettled([quick, long])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ])
  })

  test('what was looked at before a reset is looked at no more', async () => {
    const own = createSimulator()
    await runTest(own, async () => void (await play(own, { expect: ITEMS })).fired)
    own.reset()
    await expect(runTest(own, () => play(own, { expect: ITEMS }))).rejects.toThrow('was not met')
  })

  test('an expectation that was not met is told to tests over HTTP', async () => {
    const { call, problems } = opened()
    const scenario = { name: 'storm', steps: [{ expect: ITEMS }] }
    await call('POST', '/__simulator/scenarios/play', { scenario })
    await call('GET', '/__simulator/plays')
    expect(await problems()).toEqual([expect.stringContaining('was not met')])
  })

  test('in a page or behind a server, a write that nobody judges may come late', async () => {
    const { simulator, problems } = opened()
    simulator.hosting.servers.add('http://127.0.0.1:1')
    void write(simulator)
    expect(await problems()).toEqual([])
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

  test('faults that were there before are none of the problems of a fork', async () => {
    const { simulator, call, problems } = opened()
    simulator.faults.inject(fault)
    const { path } = await call('POST', '/__simulator/forks')
    expect(await problems(String(path))).toEqual([])
    await call('POST', `${path}/__simulator/faults`, fault)
    expect(await problems(String(path))).toEqual([expect.stringContaining('fault 2 on GET')])
    expect(await problems()).toEqual([expect.stringContaining('fault 1 on GET')])
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
