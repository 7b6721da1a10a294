import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { hintsOf } from '../../src/tools/ending/hints'
import { INVOICE } from '../support/worlds/shop'

const INVOICES = '/public/v1/invoices/'
const KEY = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }
const CREATE = { method: 'POST', body: JSON.stringify(INVOICE) }

interface Case {
  readonly what: string
  readonly path?: string
  readonly init?: RequestInit
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly why: string
  /** Of a strict simulator. */
  readonly strictly: number
}

/** The service ignores these: it answers as ever, and the simulator tells. */
const CASES: readonly Case[] = [
  ...['X-Idempotency-Key', 'Idempotency_Key', 'Idempotent-Key', 'IdempotencyKey', 'Idempotncy-Key'].map(
    (name) => ({
      what: name,
      init: CREATE,
      headers: { [name]: 'a' },
      status: 200,
      why: `the header ${name.toLowerCase()} is not read, perhaps Idempotency-Key`,
      strictly: 422,
    }),
  ),
  {
    what: 'a limit above the maximum',
    path: `${INVOICES}?limit=1000`,
    status: 200,
    why: 'limit=1000 is 100 here, the most that a page has',
    strictly: 400,
  },
  {
    what: 'a limit above the maximum, of webhooks',
    path: '/public/v2/webhooks/?limit=101',
    status: 200,
    why: 'limit=101 is 100 here',
    strictly: 400,
  },
  {
    what: 'a limit above the maximum, of a view',
    path: '/public/v3-alpha/invoices/lines/?limit=101',
    status: 200,
    why: 'limit=101 is 100 here',
    strictly: 400,
  },
  {
    what: 'a parameter of a view',
    path: '/public/v3-alpha/invoices/lines/?strat_date=2026-01-01',
    status: 200,
    why: 'no parameter "strat_date", perhaps start_date',
    strictly: 422,
  },
  {
    what: 'a parameter of a write',
    path: `${INVOICES}?company_id=1`,
    init: CREATE,
    status: 200,
    why: 'no parameter "company_id"',
    strictly: 422,
  },
]

const send = (
  simulator: ReturnType<typeof createSimulator>,
  { path = INVOICES, init = {}, headers = {} }: Partial<Case>,
) => simulator.fetch(path, { ...init, headers: { ...KEY, ...headers } })

test.each(CASES)('$what', async (given) => {
  const simulator = createSimulator()
  expect((await send(simulator, given)).status).toBe(given.status)
  expect(simulator.traffic.at(-1)?.why).toContain(given.why)
  expect((await send(createSimulator({ strict: true }), given)).status).toBe(given.strictly)
})

test('a failing test is told once of a header that is not read', async () => {
  const simulator = createSimulator()
  for (let time = 0; time < 2; time += 1)
    await send(simulator, { init: CREATE, headers: { 'X-Idempotency-Key': 'a' } })
  expect(hintsOf(simulator).filter((hint) => hint.includes('not read'))).toEqual([
    '#1: the header x-idempotency-key is not read, perhaps Idempotency-Key',
  ])
})

test.each([
  ['Idempotency-Key', CREATE],
  ['X-Request-Id', CREATE],
  ['X-Idempotency-Key', { method: 'GET' }],
])('nothing is said of %s', async (name, init) => {
  const simulator = createSimulator({ strict: true })
  const headers = name === 'X-Idempotency-Key' ? {} : { [name]: 'a' }
  expect((await send(simulator, { init, headers })).status).toBe(200)
  expect(simulator.traffic.at(-1)?.why).not.toContain('not read')
})

test.each(['Authorization', 'Api-Key', 'X-Api_Key', 'X-Auth-Token'])('a key in %s is told', async (name) => {
  const simulator = createSimulator()
  const { status } = await simulator.fetch(INVOICES, { headers: { [name]: 'test-api-key' } })
  expect([status, simulator.traffic.at(-1)?.why]).toEqual([
    401,
    `401: the request has no X-API-KEY header; ${name.toLowerCase()} is not read (docs/service.md §6)`,
  ])
})
