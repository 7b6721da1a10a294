import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type KindName, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { kindsOf } from '../../src/tools/explore/plan/kinds'
import { sampled } from '../support/thorough'

const HOOK = 'https://app.example/hook'
const CUSTOMERS = '/public/v2/customers/'

/** How a program takes an answer apart. A tolerant one takes what it needs and leaves the rest. */
type Reads = 'tolerantly' | Strictness
type Strictness =
  | 'known members only'
  | 'ids of 31 bits'
  | 'known statuses'
  | 'no nulls'
  | 'short texts'
  | 'amounts of nine digits'
  | 'members by position'
  | 'the shape of errors'
  | 'the text of errors'
  | 'known topics'
  | 'envelopes of one version'

const MEMBERS = new Set(
  Object.keys(createSimulator().records.customers.list({ limit: 1 }).items[0] as object),
)

const POSITION = [...MEMBERS].indexOf('id')

/** A nightly copy of customers and invoices, with a receiver that notes what it hears of. */
async function copier(reads: Reads): Promise<Experiment> {
  const world = createSimulator()
  world.make.invoice({ memo: 'Paper' })
  const headers = { 'X-API-KEY': world.apiKey, 'content-type': 'application/json' }
  const listed = await world.fetch('/public/v2/webhooks/topics/', { headers })
  const topics = ((await listed.json()) as { name: string }[]).map(({ name }) => name)
  const hook = { url: HOOK, topics }
  await world.fetch('/public/v2/webhooks/', { method: 'POST', headers, body: JSON.stringify(hook) })
  const refuse = (what: string): never => {
    throw new Error(`cannot read ${what}`)
  }
  const start = ({ baseUrl, apiKey, fetch, sleep, disk }: Stage) => {
    async function call(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
      for (;;) {
        const response = await fetch(new URL(path, baseUrl), {
          ...init,
          headers: { 'X-API-KEY': apiKey(), 'content-type': 'application/json', ...init.headers },
        })
        const body = (await response.json()) as Record<string, unknown>
        if (response.ok) return body
        if (reads === 'the shape of errors' && Object.keys(body).join() !== 'success,errors')
          refuse('the error')
        if (reads === 'the text of errors' && !JSON.stringify(body).includes('Service unavailable'))
          refuse('the text')
        if (response.status < 500) throw new Error(`${response.status}`)
        await sleep(2000)
      }
    }
    async function list(path: string): Promise<Record<string, unknown>[]> {
      const { items } = (await call(`${path}?limit=100`)) as { items: Record<string, unknown>[] }
      for (const item of items) {
        const text = JSON.stringify(item)
        if (reads === 'known members only' && path === CUSTOMERS)
          for (const name of Object.keys(item)) if (!MEMBERS.has(name)) refuse(name)
        if (reads === 'ids of 31 bits' && Number(item.number ?? item.id) > 2 ** 31) refuse('the id')
        if (
          reads === 'known statuses' &&
          !['draft', 'posted', 'archived', undefined].includes(item.record_status as string)
        )
          refuse(String(item.record_status))
        if (reads === 'no nulls' && path !== CUSTOMERS && item.memo === null) refuse('memo')
        if (reads === 'short texts' && String(item.memo ?? '').length > 90) refuse('memo')
        if (reads === 'amounts of nine digits' && /"\d{10,}\.\d\d"/.test(text)) refuse('the amount')
      }
      return items
    }
    return {
      async run() {
        const customers = await list(CUSTOMERS)
        await list('/public/v1/invoices/')
        if (!customers.some(({ name }) => name === 'New'))
          await call('/public/v1/customers/', {
            method: 'POST',
            headers: { 'Idempotency-Key': 'new' },
            body: JSON.stringify({
              name: 'New',
              email: 'x@example.com',
              address: '1 High Street',
              country: 'US',
              phone: '',
              website: '',
            }),
          })
        const found = await list(CUSTOMERS)
        const ids = found.map((one) =>
          reads === 'members by position' ? Object.values(one)[POSITION] : one.id,
        )
        disk.write('ids', ids)
        return ids.length
      },
      async receive(request: Request) {
        const event = (await request.json()) as Record<string, string>
        const isKnown = /\/(created|updated|deleted)$/.test(String(event.topic))
        if (reads === 'known topics' && !isKnown) return new Response(null, { status: 400 })
        if (reads === 'envelopes of one version' && event.api_version !== '2026-06-27')
          return new Response(null, { status: 400 })
        return new Response(null, { status: 204 })
      },
    }
  }
  return {
    world,
    start,
    webhookUrl: HOOK,
    check: ({ simulator, disk, reports }) => [
      ...(reports.length === 3 ? [] : ['a night failed']),
      ...(disk.read<unknown[]>('ids')?.every((id) => typeof id === 'number') ? [] : ['ids are no numbers']),
      ...(simulator.webhooks.attempts.some(({ response }) => response && response.status >= 400)
        ? ['an event was refused']
        : []),
    ],
  }
}

/** A program that looks for a customer who is not there, and takes the refusal for an answer. */
function seeker(reads: 'tolerantly' | 'the shape of errors' | 'the text of errors'): Experiment {
  const start = ({ baseUrl, apiKey, fetch, sleep }: Stage) => ({
    async run() {
      for (;;) {
        const headers = { 'X-API-KEY': apiKey() }
        const response = await fetch(new URL('/public/v1/customers/999/', baseUrl), { headers })
        const body = (await response.json()) as { errors: unknown }
        if (response.status >= 500) await sleep(2000)
        else if (response.status !== 404) throw new Error(`${response.status}`)
        else if (reads === 'the shape of errors' && Object.keys(body).join() !== 'success,errors')
          throw new Error('cannot read the error')
        else if (reads === 'the text of errors' && !JSON.stringify(body).includes('does not exist"'))
          throw new Error('cannot read the text')
        else return 'nobody'
      }
    },
  })
  return {
    world: createSimulator(),
    start,
    check: ({ reports }) => (reports.length === 3 ? [] : ['a night failed']),
  }
}

/** Each strictness, and the kind that shows it. */
const STRICT: readonly (readonly [Strictness, KindName])[] = [
  ['known members only', 'evolve-member'],
  ['ids of 31 bits', 'evolve-large-id'],
  ['known statuses', 'evolve-enum'],
  ['no nulls', 'evolve-null'],
  ['short texts', 'evolve-long-text'],
  ['amounts of nine digits', 'evolve-large-amount'],
  ['members by position', 'evolve-order'],
  ['the shape of errors', 'evolve-unavailable-member'],
  ['the text of errors', 'evolve-unavailable-text'],
  ['known topics', 'evolve-topic'],
  ['envelopes of one version', 'evolve-envelope'],
]

describe("tomorrow's service", { timeout: 120_000 }, () => {
  it.each(sampled(STRICT, 3))('a program that takes %s is found by %s', async (reads, kind) => {
    const { failure, runs } = await explore({ ...(await copier(reads)), faults: 'evolution' })
    expect(failure?.plan).toMatchObject([{ do: kind }])
    expect(runs).toBeLessThan(40)
  })

  it('a tolerant reader survives all of it, and meets every kind that can show', async () => {
    const report = await explore({
      ...(await copier('tolerantly')),
      faults: 'evolution',
      budget: { runs: 100 },
    })
    expect(report.failure?.story).toBeUndefined()
    const met = new Set(report.reached.flatMap((one) => one.kinds))
    const needRefusals: KindName[] = ['evolve-error-member', 'evolve-error-text']
    // The service refuses it nothing.
    expect(kindsOf('evolution').filter((kind) => !met.has(kind))).toEqual(needRefusals)
    // A customer has no amount.
    expect(report.unreached.find(({ on }) => on === `GET ${CUSTOMERS}`)?.kinds).toEqual([
      'evolve-large-amount',
      ...needRefusals,
    ])
  })

  it.each([
    ['the shape of errors', 'evolve-error-member'],
    ['the text of errors', 'evolve-error-text'],
  ] as const)("a program that takes %s in the service's own refusals is found by %s", async (reads, kind) => {
    const { failure } = await explore({ ...seeker(reads), faults: 'evolution' })
    expect(failure?.plan).toMatchObject([{ do: kind }])
  })

  it('one that looks at the status of refusals survives, and meets them changed', async () => {
    const report = await explore({ ...seeker('tolerantly'), faults: 'evolution', budget: { runs: 60 } })
    expect(report.failure?.story).toBeUndefined()
    const [{ kinds } = { kinds: [] }] = report.reached
    expect(kinds).toEqual(expect.arrayContaining(['evolve-error-member', 'evolve-error-text']))
  })

  it('a change that shows on no page of the program is not met', async () => {
    const world = createSimulator()
    world.make.invoices(5)
    const start = ({ baseUrl, apiKey, fetch }: Stage) => ({
      run: async () => {
        const asked = await fetch(new URL(`${CUSTOMERS}?limit=2`, baseUrl), {
          headers: { 'X-API-KEY': apiKey() },
        })
        return ((await asked.json()) as { items: unknown[] }).items.length
      },
    })
    const lists = ['evolve-enum', 'evolve-long-text', 'evolve-null'] as const
    const report = await explore({ world, start, faults: lists, check: () => [], budget: { runs: 10 } })
    expect(report.reached).toEqual([])
    expect(report.unreached).toMatchObject([{ kinds: [...lists].sort() }])
  })

  it('the other profiles do not play it', () => {
    for (const profile of ['orders', 'network', 'production', 'cosmic'] as const)
      expect(kindsOf(profile).filter((kind) => kind.startsWith('evolve'))).toEqual([])
  })
})
