import { createSimulator, defineScenario, type Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { expect, test } from 'vitest'
import { TestRun } from '../../src/hosts/vitest/test-run'
import { unhandledRequests } from '../../src/hosts/vitest/unhandled-requests'
import { INVOICE } from '../support/worlds/shop'

/** What people who try the library get wrong in their first hours. None of it passes in silence. */
const MISTAKES: readonly [
  mistake: string,
  make: (simulator: Simulator, given: typeof GIVEN) => unknown,
  message: string,
][] = [
  [
    'a misspelt option',
    () => createSimulator({ basUrl: 'https://books.test' } as object),
    'OptionError: basUrl is not a known member, perhaps baseUrl; known members: baseUrl, now, clock, ',
  ],
  [
    'a unit of time that does not exist',
    ({ clock }) => clock.advance('5 dayz' as '5 days'),
    `DurationError: Cannot read "5 dayz" as a duration, perhaps days. A duration is a text such as `,
  ],
  [
    'a path without its final slash',
    (simulator) => get(simulator, '/public/v1/invoices'),
    '404: no operation has this path; it lacks its final slash (docs/service.md §5.1)',
  ],
  [
    'a wrong path',
    (simulator) => get(simulator, '/public/v1/invoice/'),
    '404: no operation has this path; the nearest is GET /public/v1/invoices/ (docs/service.md §5)',
  ],
  [
    'a wrong header for the key',
    (simulator) => get(simulator, INVOICES, { headers: { Authorization: 'Bearer test-api-key' } }),
    '401: the request has no X-API-KEY header; authorization is not read (docs/service.md §6)',
  ],
  [
    'a key that was not issued',
    (simulator) => get(simulator, INVOICES, { headers: { 'X-API-KEY': 'guessed' } }),
    '403: no such key was issued; good is test****-key (docs/service.md §6)',
  ],
  [
    'a wrong method',
    (simulator) => get(simulator, `${INVOICES}1/`, { method: 'PATCH' }),
    '405: /public/v1/invoices/{record_number}/ takes GET, PUT, not PATCH (docs/service.md §5.1)',
  ],
  [
    'a wrong content type',
    (simulator) => get(simulator, INVOICES, { method: 'POST', body: '{}', headers: { ...KEY, ...TEXT } }),
    '400: the content type is text/plain; send application/json (docs/service.md §7.1)',
  ],
  [
    'a misspelt member in a request',
    (simulator, { misspelt }) =>
      get(simulator, INVOICES, {
        method: 'POST',
        body: JSON.stringify(misspelt),
        headers: { ...KEY, ...JSON_ },
      }),
    'created Invoice 1; no member "custmer_id", perhaps customer_id',
  ],
  [
    'a misspelt step of a scenario',
    (_, { steps }) => defineScenario({ name: 'outage', steps }),
    'OptionError: steps[0].injekt is not a known member, perhaps inject; known members: at, ',
  ],
  [
    'a misspelt argument in a scenario',
    () =>
      defineScenario({
        name: 'outage',
        steps: [{ at: '1 day', admin: { call: 'maintenance.start', with: { retryafter: 5 } } }],
      }),
    'OptionError: steps[0].admin.with.retryafter is not a known member, perhaps retryAfter; known members: for, retryAfter',
  ],
  [
    'keys as texts',
    () => createSimulator({ apiKeys: ['a-key'] as never }),
    "OptionError: apiKeys[0] must be an object such as { key: 'test-api-key' }, not 'a-key'",
  ],
  [
    'a condition that never holds',
    ({ clock, traffic }) => clock.runUntil(() => traffic.length > 99),
    'UsageError: the condition () => traffic.length > 99 did not hold by 2026-01-15T09:00:00.000Z, ' +
      'and nothing else is due before 2036-01-15T09:00:00.000Z',
  ],
  [
    'a condition that promises and never holds',
    ({ clock }) => clock.runUntil(async () => false),
    'UsageError: the condition async () => false did not hold by 2026-01-15T09:00:00.000Z, and nothing else is due ',
  ],
  [
    'a misspelt assumption',
    (_, { assumptions }) => createSimulator({ assumptions }),
    "OptionError: there is no assumption called 'trailing-slashes', perhaps trailing-slash",
  ],
  [
    'a mistyped host',
    ({ baseUrl }) => sentElsewhere(baseUrl, 'https://accounting.tset/public/v1/invoices/'),
    'GET https://accounting.tset/public/v1/invoices/ was refused: the simulator answers for https://accounting.test only',
  ],
  [
    'an advance that nobody awaits',
    (simulator) => leftBy(simulator, ({ clock }) => void clock.advance('5 days')),
    'an advance was still under way at 2026-01-15T09:00:00.000Z: is it awaited?',
  ],
  [
    'a response that nobody waits for',
    (simulator) =>
      leftBy(simulator, async (own) => {
        own.faults.inject({ then: { delay: '1 minute' } })
        get(own, INVOICES).catch(() => undefined)
        await new Promise(setImmediate)
      }),
    'the answer to GET https://accounting.test/public/v1/invoices/ is held back until 2026-01-15T09:01:00.000Z: ',
  ],
  [
    'a fault on a path that does not exist',
    ({ faults }) => faults.inject({ on: 'POST /public/v1/invoice/', then: { status: 503 } }),
    'OptionError: on: no operation matches POST /public/v1/invoice/; the nearest operation is POST /public/v1/invoices/',
  ],
  [
    'a fault with a predicate that promises',
    ({ faults }) => faults.inject({ on: (async () => true) as never, then: { status: 503 } }),
    'OptionError: on must return true or false at once, not a promise',
  ],
  [
    'a misspelt kind of a fault',
    ({ faults }, { then }) => faults.inject({ then }),
    ', not stauts, perhaps status',
  ],
  [
    'a misspelt member of a fault',
    ({ faults }) => faults.inject({ then: { status: 429, retry_after: 5 } as never }),
    'OptionError: then.retry_after is not a known member, perhaps retryAfter',
  ],
  [
    'a permission that does not exist',
    ({ admin }, { permissions }) => admin.keys.issue({ permissions }),
    "OptionError: permissions cannot be 'INTEGRATION:veiw', perhaps INTEGRATION:view; it is one of INTEGRATION, ",
  ],
  [
    'a misspelt filter',
    ({ records }, { query }) => records.invoices.list(query),
    'custmer_id is not a known member, perhaps customer_id',
  ],
  [
    'a misspelt member in a question',
    ({ records }, { query }) => records.invoices.findMany(query),
    'OptionError: no member "custmer_id", perhaps customer_id',
  ],
  [
    'a currency in small letters in a question',
    ({ records }) => records.invoices.findMany({ currency_iso_4217_code: 'usd' as 'USD' }),
    "OptionError: currency_iso_4217_code must be the code of a currency, not 'usd', perhaps USD",
  ],
  [
    'a misspelt member of a record',
    ({ records }, { misspelt }) => records.invoices.create(misspelt),
    'invoices.create refused: no member "custmer_id", perhaps customer_id',
  ],
  [
    'a part of a record where an update replaces it',
    ({ records }) => {
      records.invoices.create(INVOICE)
      records.invoices.update(1, { memo: 'changed' } as never)
    },
    'invoices.update refused: date: Field required; update takes the whole record, as PUT does',
  ],
  [
    'a member that no record has, for duplicates',
    ({ records }) => {
      records.invoices.create(INVOICE)
      matchers.toHaveNoDuplicates(records.invoices, { by: ['refrence_number'] })
    },
    'OptionError: by names "refrence_number", which no record has, perhaps reference_number',
  ],
]

test.each(MISTAKES)('%s', async (_, make, message) => {
  const simulator = createSimulator()
  let told: unknown
  try {
    told = await make(simulator, GIVEN)
  } catch (error) {
    told = error
  }
  expect(String(told)).toContain(message)
})

const INVOICES = '/public/v1/invoices/'
const KEY = { 'X-API-KEY': 'test-api-key' }
const TEXT = { 'Content-Type': 'text/plain' }
const JSON_ = { 'Content-Type': 'application/json' }

/** Mistakes in variables, where types do not help. */
const GIVEN = {
  misspelt: { ...INVOICE, custmer_id: 2 },
  steps: [{ at: '1 day', injekt: { then: { status: 503 } } }] as never,
  permissions: ['INTEGRATION:veiw'] as never,
  query: { custmer_id: 1 } as object,
  then: { stauts: 503 } as never,
  assumptions: { 'trailing-slashes': 'accept' } as object,
}

/** Sends the request and returns what the traffic says. */
async function get(simulator: Simulator, path: string, init: RequestInit = {}): Promise<string | undefined> {
  await simulator.fetch(path, { headers: KEY, ...init })
  return simulator.traffic.at(-1)?.why
}

/** What a test that does this is told at its end. */
async function leftBy(simulator: Simulator, work: (own: Simulator) => unknown): Promise<string> {
  const run = new TestRun({ name: 'a test' }, simulator, 'real')
  await work(run.simulator)
  return String(await run.end())
}

/** What useSimulator tells of a request to another origin. */
async function sentElsewhere(baseUrl: string, url: string): Promise<string> {
  const told: string[] = []
  const handler = unhandledRequests([{ baseUrl, unhandled: 'error', complain: (text) => told.push(text) }])
  await handler.run({ request: new Request(url), requestId: '1' })
  return told.join('\n')
}
