import { runInNewContext } from 'node:vm'
import {
  createSimulator,
  defineScenario,
  isOptionError,
  isRefusal,
  verifyWebhook,
} from 'accounting-simulator'
import { controls, sandbox } from 'accounting-simulator/controls'
import { explore } from 'accounting-simulator/explore'
import { matchers } from 'accounting-simulator/matchers'
import { serve } from 'accounting-simulator/node'
import { checkReceiver } from 'accounting-simulator/receiver'
import { replay } from 'accounting-simulator/replay'
import { withVirtualTime } from 'accounting-simulator/time'
import CoverageReporter from 'accounting-simulator/vitest-reporter'
import { worlds } from 'accounting-simulator/worlds'
import { serviceSchemas } from 'accounting-simulator/zod'
import { describe, expect, it } from 'vitest'

type Options = Readonly<Record<string, unknown>>

/** Every door that takes an object of options: a good call, and the function that passes the options in. */
const DOORS: Readonly<Record<string, { readonly good: Options; readonly open: (given: never) => unknown }>> =
  {
    createSimulator: {
      good: {
        baseUrl: 'https://accounting.test',
        now: '2026-01-15T09:00:00Z',
        clock: 'manual',
        host: { now: () => 0, wakeAt: () => undefined },
        seed: 1,
        strict: false,
        audit: true,
        webhooks: { headerPrefix: 'Service', patience: 5 },
        traffic: { entries: 5, bytes: 5 },
        rateLimits: {
          aggregate: { burst: 1, refillPerSecond: 1 },
          routes: { 'POST /public/v1/invoices/': { burst: 1, refillPerSecond: 1 } },
        },
        assumptions: { 'list-body': 'bare-array' },
        answers: {
          headers: { 'x-request-id': 'simulated' },
          amounts: 2,
          absent: { nulls: true },
          statuses: { 'POST /public/v1/invoices/': 201 },
        },
        apiKeys: [{ key: 'k', permissions: ['INTEGRATION:view'], organization: 'o', label: 'l' }],
      },
      open: (given) => createSimulator(given),
    },
    fork: {
      good: { wiring: 'own', assumptions: { 'list-body': 'bare-array' } },
      open: (given) => createSimulator().fork(given),
    },
    export: { good: { faults: 'refuse' }, open: (given) => createSimulator().export(given) },
    'faults.inject': {
      good: {
        on: 'POST /public/v1/invoices/',
        when: { records: 'invoices', atLeast: 1 },
        skip: 0,
        times: 1,
        probability: 0.5,
        during: '1 day',
        then: { status: 503, retryAfter: 1 },
      },
      open: (given) => createSimulator().faults.inject(given),
    },
    'admin.keys.issue': {
      good: { key: 'k', permissions: ['INTEGRATION'], organization: 'o', label: 'l', person: 1 },
      open: (given) => createSimulator().admin.keys.issue(given),
    },
    'admin.rateLimits.override': {
      good: { key: 'test-api-key', route: 'POST /public/v1/invoices/', burst: 1, refillPerSecond: 1 },
      open: (given) => createSimulator().admin.rateLimits.override(given),
    },
    'admin.maintenance.start': {
      good: { for: '1 day', retryAfter: 1 },
      open: (given) => createSimulator().admin.maintenance.start(given),
    },
    'admin.customFields.define': {
      good: { name: 'Region', field_type: 'text', applies_to: ['invoice'], is_active: true },
      open: (given) => createSimulator().admin.customFields.define(given),
    },
    'admin.approvals.describe': {
      good: { id: 1, first_name: 'A', last_name: 'B', email: 'a@b.example' },
      open: (given) => createSimulator().admin.approvals.describe(given),
    },
    'books.entries': {
      good: { company_id: 1, start_date: '2026-01-01', party: { customer_id: 1 } },
      open: (given) => createSimulator().books.entries(given),
    },
    'books.trialBalance': {
      good: { companyId: 1, date: '2026-01-31', currency: 'USD' },
      open: (given) => createSimulator().books.trialBalance(given),
    },
    'records.findMany': {
      good: { orderBy: { date: 'asc' }, skip: 0, take: 1 },
      open: (given) => createSimulator().records.invoices.findMany({}, given),
    },
    'records.list': {
      good: { limit: 1, offset: 0, customer_id: 1 },
      open: (given) => createSimulator().records.invoices.list(given),
    },
    'webhooks.connect': {
      good: { timestamps: 'wall' },
      open: (given) => createSimulator().webhooks.connect('https://a.test/', () => new Response(), given),
    },
    defineScenario: {
      good: { name: 'n', description: 'd', steps: [{ at: '1 day', admin: { call: 'maintenance.stop' } }] },
      open: (given) => defineScenario(given),
    },
    verifyWebhook: {
      good: { secret: 's', body: '', headers: {}, toleranceSeconds: 1 },
      open: (given) => verifyWebhook(given),
    },
    checkReceiver: {
      good: { secret: 's', headerPrefix: 'Service', patience: 5, about: { id: 1 } },
      open: (given) => checkReceiver(() => new Response(null, { status: 400 }), given),
    },
    withVirtualTime: {
      good: { realIo: 'ignore', maxJumps: 5 },
      open: (given) => withVirtualTime(createSimulator(), () => 1, given),
    },
    'worlds.aged': {
      good: { invoices: 1, bills: 1, upTo: '1 month', paid: 0.5, seed: 1 },
      open: (given) => worlds.aged(given),
    },
    controls: { good: { scenarios: {} }, open: (given) => controls(createSimulator(), given) },
    explore: {
      good: {
        start: () => ({ run: () => undefined }),
        check: () => [],
        rounds: 1,
        every: '1 day',
        others: false,
        latency: '5 milliseconds',
        seed: 1,
        budget: { runs: 1 },
      },
      open: (given: Options) => explore(withWorld(given)),
    },
    replay: {
      good: {
        origin: 'https://accounting.test',
        limits: { exchanges: 5 },
        attached: () => undefined,
        assumptions: {},
      },
      open: (given) => replay(RECORDING, given),
    },
    serve: {
      good: { port: 0, host: '127.0.0.1', controls: false, cors: true, grace: 5 },
      open: async (given) => (await serve(createSimulator(), given)).close(),
    },
    sandbox: {
      good: { route: 'key', fetch: () => undefined },
      open: (given) => sandbox('https://sandboxes.example', 'token', given),
    },
    serviceSchemas: {
      good: { strict: true, assumptions: {}, answers: { amounts: 2 } },
      open: (given) => serviceSchemas(given),
    },
    'vitest-reporter': {
      good: { json: 'report.json', min: { misfortunes: 50 } },
      open: (given) => new CoverageReporter(given),
    },
    toHaveNoDuplicates: {
      good: { by: ['number'] },
      open: (given) => matchers.toHaveNoDuplicates(createSimulator(), given),
    },
  }

/** Of the class of the options. */
const withWorld = (given: unknown): never =>
  (isMembers(given)
    ? Object.assign(Object.create(Object.getPrototypeOf(given)), given, { world: createSimulator() })
    : given) as never

const RECORDING = [
  {
    at: '2026-01-15T09:00:00.000Z',
    request: { method: 'GET', url: 'https://accounting.test/public/v1/invoices/', headers: {}, body: null },
    response: { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' },
  },
]

const HOSTILE: readonly unknown[] = [
  { toString: 1 },
  { toString: 1, [Symbol.toPrimitive]: 1 },
  Object.create(null),
  [[]],
  () => 1,
]

async function errorOf(door: keyof typeof DOORS, given: unknown): Promise<unknown> {
  try {
    await DOORS[door]?.open(given as never)
    return undefined
  } catch (error) {
    return error
  }
}

/** The paths of all members of a value, such as `webhooks.patience`. */
const pathsIn = (value: unknown, path: readonly string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => [[...path, name], ...pathsIn(one, [...path, name])])
    : []

class Instance {
  readonly status = 503
}

/** What holds no members, or does not hold them as its own: read as an object it would say nothing. */
const INSTANCES: readonly unknown[] = [
  new Map([['status', 503]]),
  new Set(['status']),
  new Date(0),
  new Instance(),
]

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((one, name) => (one as Options)[name], value)

const isMembers = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy with another value at the path. */
function withValue(value: unknown, [name = '', ...rest]: readonly string[], other: unknown): unknown {
  const copy = Array.isArray(value) ? [...value] : { ...(value as Options) }
  const members = copy as Record<string, unknown>
  members[name] = rest.length === 0 ? other : withValue(members[name], rest, other)
  return copy
}

describe.each(Object.keys(DOORS))('the options of %s', (door) => {
  const { good } = DOORS[door] ?? { good: {} }

  it('are accepted if they are right', async () => {
    expect(await errorOf(door, good)).toBeUndefined()
  })

  it('are refused with the unknown member and the nearest name', async () => {
    for (const name of Object.keys(good)) {
      const misspelt = `${name}x`
      const error = await errorOf(door, { ...good, [misspelt]: 1 })
      expect(isOptionError(error), `${misspelt}: ${error}`).toBe(true)
      expect(String(error)).toMatch(
        new RegExp(`${misspelt} is not a known member, perhaps ${name}; known members: `),
      )
    }
  })

  it('are refused by name wherever a hostile object stands', async () => {
    for (const path of pathsIn(good))
      for (const hostile of HOSTILE) {
        const error = await errorOf(door, withValue(good, path, hostile))
        if (error === undefined) continue
        expect(
          isOptionError(error) || isRefusal(error) || (error as Error).name === 'DurationError',
          `${path}: ${error}`,
        ).toBe(true)
      }
  })

  it('are refused by name where a Map, a Date or an instance of a class stands for an object', async () => {
    for (const path of [[], ...pathsIn(good).filter((one) => isMembers(valueAt(good, one)))])
      for (const instance of INSTANCES) {
        const given = path.length === 0 ? instance : withValue(good, path, instance)
        const error = await errorOf(door, given)
        expect(isOptionError(error), `${path}: ${error}`).toBe(true)
        expect(String(error)).toMatch(/ an instance of (Map|Set|Date|Instance)| must be a plain object/)
      }
  })

  it('may be an object of another realm, or one without a prototype', async () => {
    const elsewhere = runInNewContext('({})')
    for (const given of [Object.assign(elsewhere, good), Object.assign(Object.create(null), good)])
      expect(await errorOf(door, given)).toBeUndefined()
  })

  it('are refused if they are none', async () => {
    for (const none of [5, 'text', null, []]) {
      const error = await errorOf(door, none)
      expect(isOptionError(error), `${JSON.stringify(none)}: ${error}`).toBe(true)
    }
  })
})
