import { createSimulator, type FaultEffect, type Simulator, type TrafficEntry } from 'accounting-simulator'
import { toHar } from 'accounting-simulator/replay'
import { EXAMPLE_BODIES, PREPARED } from '../../src/openapi/example-bodies'
import { COLLECTIONS } from '../../src/tools/replay/collections'
import { clientOf, type Json } from '../support/client'
import { chanceOf } from './random-session'

export type Entry = Pick<TrafficEntry, 'at' | 'request' | 'response'>

interface Stage {
  readonly simulator: Simulator
  readonly chance: () => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    more?: Record<string, string>,
  ) => Promise<Json>
  /** The last answers by record type, for bodies that name them. */
  readonly told: Record<string, Json>
  /** What calls have made. */
  readonly made: { readonly resource: string; readonly path: string; readonly id: unknown }[]
  count: number
  /** Whether an answer may be held back. */
  isSlow: boolean
}

const PLACES = new Map(
  [...COLLECTIONS.values()].flatMap(({ path, records, identifier }) =>
    records ? [[records as string, { path: `/public/v1/${path}/`, identifier }] as const] : [],
  ),
)

/** The record types that the wire creates, in the order in which they name each other. */
const TYPES = Object.keys(EXAMPLE_BODIES)

const dayOf = ({ simulator }: Stage): string => simulator.clock.now.slice(0, 10)

/** A body of the type as of today, with another amount and a name of its own. */
function bodyOf(stage: Stage, resource: string): Json {
  const { told, count, chance, pick } = stage
  const body = { ...(EXAMPLE_BODIES[resource]?.(told) as Json) }
  if ('date' in body) body.date = dayOf(stage)
  if (resource === 'contracts') {
    const day = new Date(Date.parse(dayOf(stage)) + 90 * 86_400_000).toISOString().slice(0, 10)
    Object.assign(body, {
      start_date: dayOf(stage),
      end_date: day,
      status: pick(['active', 'active', 'draft']),
    })
  }
  if (resource === 'fixedAssets') body.depreciation_start_date = dayOf(stage)
  if (typeof body.name === 'string') body.name = `${body.name} ${count}`
  if ('sku' in body) body.sku = `SKU-${count}`
  if ('memo' in body && chance() < 0.3) body.memo = pick(['urgent', 'by post'])
  if (chance() < 0.1 && 'date' in body && !('rrule' in body)) body.record_status = 'draft'
  if (chance() < 0.06) body[pick(Object.keys(body))] = pick([null, 'x', -1])
  return body
}

async function create(stage: Stage, resource: string): Promise<void> {
  const place = PLACES.get(resource)
  if (place === undefined) return
  const keyed: Record<string, string> =
    stage.chance() < 0.4 ? { 'Idempotency-Key': `key-${stage.count}` } : {}
  const body = bodyOf(stage, resource)
  let made = await stage.call('POST', place.path, body, keyed)
  // A client that tries again after a failure.
  if (made.failed === true || stage.chance() < 0.05) made = await stage.call('POST', place.path, body, keyed)
  const id = made[place.identifier]
  if (id === undefined) return
  stage.told[resource] = made
  stage.made.push({ resource, path: `${place.path}${id}/`, id })
}

const LISTS = ['ordering=id', 'limit=2', 'limit=2&offset=1', 'search=urgent', '', 'ordering=-id&limit=3']

/** What programs do with the service, and what happens meanwhile. */
const DEEDS: readonly ((stage: Stage) => Promise<unknown>)[] = [
  (stage) => create(stage, stage.pick(TYPES)),
  (stage) => create(stage, stage.pick(TYPES)),
  (stage) => create(stage, stage.pick(['invoices', 'bills', 'customers', 'vendors'])),
  (stage) => create(stage, stage.pick(['contracts', 'recurringInvoices', 'recurringBills', 'fixedAssets'])),
  (stage) => create(stage, stage.pick(['purchaseOrders', 'recurringJournalEntries', 'directExpenses'])),
  async ({ call, pick, made }) => made.length > 0 && call('GET', pick(made).path),
  async ({ call, made }) => made.length > 0 && call('GET', made.at(-1)?.path ?? ''),
  async ({ call, pick, made }) => made.length > 0 && call('GET', pick(made).path),
  async ({ call, pick, made, chance }) => {
    if (made.length === 0) return
    const { path } = pick(made)
    const shown = await call('GET', path)
    const memo = chance() < 0.5 ? { memo: 'edited' } : {}
    await call('PUT', path, { ...shown, ...memo })
  },
  async ({ call, pick, made }) => made.length > 0 && call('DELETE', pick(made).path),
  ({ call, pick }) =>
    call('GET', `${PLACES.get(pick([...TYPES, 'paperChecks', 'approvalPolicies']))?.path}?${pick(LISTS)}`),
  ({ call, pick }) =>
    call('GET', `/public/v1/${pick(['invoices', 'bills', 'journal-entries', 'paper-checks'])}/?ordering=id`),
  async ({ call }) => {
    for (let offset = 0; offset < 6; offset += 2)
      await call('GET', `/public/v1/invoices/?ordering=id&limit=2&offset=${offset}`)
  },
  ({ call, pick }) => call('GET', `/public/v3-alpha/invoices/?limit=${pick([1, 3])}`),
  ({ call, pick }) =>
    call('GET', pick(['/public/health/', '/public/v1/no-such-group/', '/public/v1/invoices/99999/'])),
  ({ call, pick }) =>
    call('POST', `/public/v1/${pick(['invoices', 'customers'])}/`, pick(['[1, 2]', '{', {}])),
  async ({ call }) => {
    for (let n = 0; n < 13; n += 1) await call('GET', '/public/v1/companies/')
  },
  ({ simulator, pick }) => simulator.clock.advance(pick(['2 minutes', '3 hours', '5 days', '33 days'])),
  ({ simulator, pick }) => simulator.clock.advance(pick(['40 seconds', '2 days'])),
  async (stage) => {
    const { simulator, pick } = stage
    const faults: FaultEffect[] = [
      { status: 503 },
      { status: 500 },
      { status: 429, retryAfter: 3 },
      { networkError: true },
      { loseResponse: true },
      { delay: '2 seconds' },
      { truncateBody: 20 },
      { malformedJson: true },
    ]
    const then = pick(faults)
    if ('delay' in then) stage.isSlow = true
    simulator.faults.inject({ then })
  },
  async ({ simulator, chance }) => {
    const [pending] = simulator.records.purchaseOrders.findMany({ approval_status: 'pending' })
    if (pending === undefined) return
    if (chance() < 0.7) simulator.admin.approvals.approve(pending as never)
    else simulator.admin.approvals.reject(pending as never, { reason: 'too much' })
  },
]

const RECEIVED = [[200], [200], [200], [204], [500], [503, 120]] as const

/** The calls of programs with two keys, and the deliveries that a receiver got. */
export async function wholeRecording(seed: number, deeds = 30): Promise<Entry[]> {
  const chance = chanceOf(seed)
  const simulator = createSimulator({ seed: `recorded ${seed}` })
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T
  if (chance() < 0.3)
    for (const [name, body] of PREPARED)
      (simulator.records as unknown as Record<string, { create(body: unknown): unknown }>)[name]?.create(body)
  const keys = [simulator.apiKey, simulator.admin.keys.issue({ label: 'second' }).key]
  const senders = keys.map((key) => clientOf(simulator, key))
  const stage: Stage = {
    simulator,
    chance,
    pick,
    async call(...args) {
      stage.count += 1
      if (chance() < 0.8) await simulator.clock.advance({ seconds: 1 + Math.floor(chance() * 5) })
      try {
        const answer = (senders[chance() < 0.2 ? 1 : 0] as (typeof senders)[0])(...args)
        answer.catch(() => {})
        // An answer may be held back.
        if (stage.isSlow) await simulator.clock.advance('2 seconds')
        const { status, body } = await answer
        return status >= 500 || status === 429 ? { failed: true } : body
      } catch {
        return { failed: true }
      }
    },
    told: {},
    made: [],
    count: 0,
    isSlow: false,
  }
  const received: Entry[] = []
  const hasHook = chance() < 0.5
  if (hasHook) {
    simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
      const { url, method } = request
      const [status, wait] = pick(RECEIVED)
      const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) }
      const sent = { method, url, headers: Object.fromEntries(request.headers), body: await request.text() }
      received.push({ at: simulator.clock.now, request: sent, response: { status, headers, body: '' } })
      return new Response(null, { status, headers })
    })
    const topics = [
      'invoice/created',
      'invoice/updated',
      'bill/created',
      'customer/created',
      'contract/updated',
    ]
    await stage.call('POST', '/public/v2/webhooks/', {
      url: 'https://hooks.example.com/here',
      topics: topics.map((topic) => `core.${topic}`),
    })
  }
  for (let n = 0; n < deeds; n += 1) await pick(DEEDS)(stage)
  const calls: Entry[] = [...simulator.traffic].map(({ at, request, response }) => ({
    at,
    request,
    response,
  }))
  return [...calls, ...received].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** The same in a form that a recorder writes. */
export const written = (entries: readonly Entry[], form: 'HAR' | 'JSONL'): string =>
  form === 'HAR' ? JSON.stringify(toHar(entries)) : entries.map((entry) => JSON.stringify(entry)).join('\n')
