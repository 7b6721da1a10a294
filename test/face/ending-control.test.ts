import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { runTest } from 'accounting-simulator/matchers'
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
