import {
  type AssumptionOverrides,
  createSimulator,
  type Simulator,
  type TrafficEntry,
} from 'accounting-simulator'
import { clientOf, type Json } from '../support/client'
import { paymentOf } from './payment-of'

/** Numbers from 0 to below 1 that follow from a seed. */
export function chanceOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

interface Scene {
  readonly simulator: Simulator
  readonly chance: () => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Json>
  /** Customers and numbers of invoices that answers have shown. */
  readonly customers: number[]
  readonly invoices: number[]
  count: number
}

const customer = (n: number) => ({
  name: `Customer ${n}`,
  unique_id: `c-${n}`,
  email: 'a@example.com',
  address: 'Street 1',
  country: 'US',
  phone: n % 3 === 0 ? '' : '1',
  website: '',
})

const RATES = ['10', '19.995', '0.375', 0.125, '33.333', '1.5', 7]

function invoiceBody(scene: Scene): Json {
  const { chance, pick, customers } = scene
  const lines = Array.from({ length: 1 + Math.floor(chance() * 3) }, (_, at) => ({
    item_id: pick([1, 2]),
    quantity: pick([1, '3', '2.5', chance() < 0.1 ? -1 : 2]),
    rate: pick(RATES),
    ...(chance() < 0.5 && { position: 9 - at }),
    ...(chance() < 0.3 && { tax: { code: 'VAT', rate: 10, ...(chance() < 0.5 && { amount: 3 }) } }),
    ...(chance() < 0.1 && { id: 4711 }),
  }))
  return {
    date: pick(['2026-03-02', '2026-03-03', '2026-03-02T10:00:00Z']),
    company_id: 1,
    customer_id: pick(customers),
    reference_number: `R-${scene.count}`,
    ...(chance() < 0.3 && { currency_iso_4217_code: 'USD', exchange_rate: '1' }),
    ...(chance() < 0.3 && { term_id: 2 }),
    ...(chance() < 0.2 && { memo: 'urgent' }),
    ...(chance() < 0.2 && { record_status: 'draft' }),
    ...(chance() < 0.2 && { nonsense: true }),
    items: chance() < 0.08 ? [] : lines,
  }
}

const V1 = '/public/v1'

/** What an ordinary client does, and what a careless one does. */
const DEEDS: readonly ((scene: Scene) => Promise<unknown>)[] = [
  async (scene) => {
    const made = await scene.call('POST', `${V1}/customers/`, customer(scene.count))
    if (Number.isInteger(made.id)) scene.customers.push(made.id as number)
  },
  async (scene) => {
    const made = await scene.call(
      'POST',
      `${scene.pick([V1, V1, '/public/v2'])}/invoices/`,
      invoiceBody(scene),
    )
    if (Number.isInteger(made.number)) scene.invoices.push(made.number as number)
  },
  async (scene) => {
    const body = invoiceBody(scene)
    const key = { 'Idempotency-Key': scene.pick([`key ${scene.count}`, `key-${scene.count}`]) }
    const made = await scene.call('POST', `${V1}/invoices/`, body, key)
    if (Number.isInteger(made.number)) scene.invoices.push(made.number as number)
    await scene.call('POST', `${V1}/invoices/`, scene.chance() < 0.3 ? { ...body, memo: 'other' } : body, key)
  },
  ({ call, pick, invoices }) => call('GET', `${V1}/invoices/${pick([...invoices, 99_999])}/`),
  ({ call, pick, invoices }) => call('GET', `${V1}/invoices/${pick([...invoices, 99_999])}`),
  ({ call, pick, customers }) => call('GET', `${V1}/invoices/?customer_id=${pick(customers)}`),
  ({ call, pick, customers }) => call('GET', `${V1}/invoices/?customer_id=${pick(customers)}&colour=red`),
  ({ call, pick }) => call('GET', `${V1}/invoices/?ordering=${pick(['-date', 'amount', 'memo'])}`),
  ({ call, pick }) => call('GET', `${V1}/invoices/?search=${pick(['urgent', 'R-', 'Customer'])}`),
  ({ call }) => call('GET', `${V1}/invoices/?approval_status=approved`),
  ({ call, pick }) => call('GET', `${V1}/customers/?name=${pick(['ustomer', 'Customer', 'Acorn'])}`),
  ({ call }) => call('GET', `${V1}/items/?company_id=1`),
  ({ call }) => call('GET', `${V1}/items/?limit=2`),
  ({ call, pick, invoices }) =>
    call('POST', `${V1}/customer-payments/`, paymentOf(pick([...invoices, 99_999]), '2026-03-05')),
  async ({ call, pick, invoices }) => {
    const number = pick([...invoices, 99_999])
    return call('PUT', `${V1}/invoices/${number}/`, {
      date: '2026-03-02',
      company_id: 1,
      customer_id: 1,
      items: [],
    })
  },
  ({ call, pick, invoices }) => call('GET', `${V1}/invoices/${pick([...invoices, 99_999])}/?customer_id=1`),
  ({ call, pick, customers }) => call('DELETE', `${V1}/customers/${pick(customers)}/`),
  ({ call }) => call('DELETE', `${V1}/invoices/`),
  ({ call }) => call('POST', `${V1}/customers/`, {}),
  ({ call }) => call('POST', `${V1}/invoices/`, '[1, 2]'),
  ({ call }) => call('GET', `${V1}/vendors/?limit=1`),
  ({ call }) => call('GET', '/public/v2/invoices/?limit=1'),
  ({ call }) => call('GET', '/public/v3-alpha/invoices/'),
  ({ call }) => call('GET', '/public/health/'),
  async ({ call }) => {
    for (let n = 0; n < 12; n += 1) await call('GET', `${V1}/companies/`)
  },
]

type Entry = Pick<TrafficEntry, 'at' | 'request' | 'response'>

/** What a receiver of webhooks answers, mostly and sometimes. */
const RECEIVED: readonly (readonly [status: number, retryAfter?: number])[] = [
  [200],
  [200],
  [204],
  [500],
  [503, 120],
  [429, 600],
  [422],
]

/** Registers a webhook whose receiver answers as chance will have it. */
async function receive({ simulator, call }: Scene, chance: () => number): Promise<void> {
  simulator.webhooks.connect('https://hooks.example.com/', () => {
    const [status, wait] = RECEIVED[Math.floor(chance() * RECEIVED.length)] ?? [200]
    return new Response(null, { status, headers: wait === undefined ? {} : { 'retry-after': String(wait) } })
  })
  const topics = ['invoice/created', 'invoice/updated', 'customer/created', 'customer/updated']
  await call('POST', '/public/v2/webhooks/', {
    url: 'https://hooks.example.com/here',
    topics: [...topics, 'customerpayment/created'].map((topic) => `core.${topic}`),
  })
}

/** What the receivers recorded, who are some way from the service. */
const deliveriesOf = ({ webhooks }: Simulator, chance: () => number): Entry[] =>
  webhooks.attempts.map(({ at, request, response }) => ({
    at: new Date(Date.parse(at) + Math.floor(chance() * 1500)).toISOString(),
    request: { ...request, method: 'POST' },
    response,
  }))

export interface Cast {
  /** Whether a receiver of webhooks records deliveries. */
  readonly receives: boolean
  /** Whether several programs call, with API keys of their own. */
  readonly hasKeys: boolean
}

export const ALONE: Cast = { receives: false, hasKeys: false }

/** By whether the seed is odd, and its half. */
export const castOf = (seed: number): Cast => ({ receives: seed % 2 === 1, hasKeys: seed % 4 > 1 })

/** A recording of random calls with a service that answers as the assumptions say. */
export async function randomSession(
  seed: number,
  assumptions: AssumptionOverrides,
  { receives, hasKeys }: Cast = ALONE,
  deeds = 16,
): Promise<readonly Entry[]> {
  const chance = chanceOf(seed)
  const simulator = createSimulator({ seed, now: '2026-03-02T08:00:00Z', assumptions })
  for (let n = 0; n < Math.floor(chance() * 5); n += 1)
    simulator.records.customers.create({ ...customer(1000 + n), phone: '1', website: '1' })
  // Chances of their own, so that the calls are those of a session without them.
  const more = chanceOf(seed + 0.5)
  const others = hasKeys ? [{}, { permissions: ['READ_ONLY' as const] }] : []
  const keys = [simulator.apiKey, ...others.map((options) => simulator.admin.keys.issue(options).key)]
  const senders = keys.map((key) => clientOf(simulator, key))
  const scene: Scene = {
    simulator,
    chance,
    pick: (from) => from[Math.floor(chance() * from.length)] as (typeof from)[number],
    async call(...args) {
      scene.count += 1
      const send = senders[Math.floor(more() * senders.length)] ?? clientOf(simulator)
      return (await send(...args)).body
    },
    customers: [1, 2],
    invoices: [],
    count: 0,
  }
  if (receives) await receive(scene, more)
  for (let n = 0; n < deeds; n += 1) {
    if (chance() < 0.8) await simulator.clock.advance({ seconds: 1 + Math.floor(chance() * 4) })
    await scene.pick(DEEDS)(scene)
  }
  if (!receives) return simulator.traffic
  if (more() < 0.5) {
    await simulator.clock.advance('3 hours')
    await scene.call('GET', `${V1}/companies/`)
  }
  return [...simulator.traffic, ...deliveriesOf(simulator, more)].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
}
