import { createSimulator, type FaultOptions, type Simulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it } from 'vitest'
import { table } from '../support/table'
import { INVOICE, INVOICES } from '../support/worlds/shop'
import { type Call, CLIENTS, type ClientName, type Seen } from './clients'

/** The ways from a client to the simulator: each opens one and says where it is. */
const DOORS = {
  async msw(simulator: Simulator) {
    const server = setupServer(...handlers(simulator))
    server.listen({ onUnhandledRequest: 'error' })
    return { url: simulator.baseUrl, close: async () => server.close() }
  },
  http: (simulator: Simulator) => serve(simulator),
}
type Door = keyof typeof DOORS

const NAMES = Object.keys(CLIENTS) as ClientName[]
const WAYS = (Object.keys(DOORS) as Door[]).flatMap((door) =>
  NAMES.filter((client) => door === 'http' || client !== 'undici').map((client) => ({ door, client })),
)

let close: () => unknown = () => undefined
afterEach(() => close())

/** A simulator with three invoices behind a door, and a client that asks it. */
async function behind(door: Door, client: ClientName) {
  const simulator = createSimulator({ rateLimits: false })
  for (let made = 0; made < 3; made += 1) simulator.records.invoices.create(INVOICE)
  const server = await DOORS[door](simulator)
  close = async () => {
    simulator[Symbol.dispose]()
    await server.close()
  }
  const ask = (path: string, more: Partial<Call> = {}): Promise<Seen> =>
    CLIENTS[client]({
      method: 'GET',
      url: server.url + path,
      ...more,
      headers: { 'x-api-key': 'test-api-key', ...more.headers },
    })
  const post = (headers: Record<string, string> = {}): Promise<Seen> =>
    ask(INVOICES, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(INVOICE),
    })
  return { simulator, ask, post }
}

/** The status that a program is left with, and how many requests that took. */
async function told(simulator: Simulator, call: Promise<Seen>): Promise<string> {
  const outcome = await call.then(
    ({ status, data }) => (data === undefined && status < 400 ? 'no JSON' : String(status)),
    () => 'error',
  )
  return `${outcome} x${simulator.traffic.length}`
}

/** Kinds of faults down, clients across: two retries each, and none for fetch. */
const SEEN = table(`
  times  then                                     | fetch        axios        got          ky           undici
  1      {"status":503}                           | 503 x1       200 x2       200 x2       200 x2       200 x2
  9      {"status":503}                           | 503 x1       503 x3       503 x3       503 x3       503 x3
  1      {"status":500,"body":"<h1>Oops</h1>"}    | 500 x1       200 x2       200 x2       200 x2       200 x2
  1      {"status":429,"retryAfter":30}           | 429 x1       200 x2       200 x2       200 x2       200 x2
  1      {"status":418}                           | 418 x1       418 x1       418 x1       418 x1       418 x1
  1      {"maintenance":true}                     | 503 x1       200 x2       200 x2       200 x2       200 x2
  1      {"maintenance":{"for":"1 hour"}}         | 503 x1       503 x3       503 x3       503 x3       503 x3
  1      {"networkError":true}                    | error x1     200 x2       200 x2       200 x2       200 x2
  9      {"networkError":true}                    | error x1     error x3     error x3     error x3     error x3
  1      {"loseResponse":true}                    | error x1     200 x2       200 x2       200 x2       200 x2
  1      {"truncateBody":20}                      | no JSON x1   no JSON x1   no JSON x1   no JSON x1   no JSON x1
  1      {"malformedJson":true}                   | no JSON x1   no JSON x1   no JSON x1   no JSON x1   no JSON x1
  1      {"contentType":"text/html"}              | 200 x1       200 x1       200 x1       200 x1       200 x1
  1      {"revokeKey":true}                       | 403 x1       403 x1       403 x1       403 x1       403 x1
  1      {"losePermission":["INTEGRATION"]}       | 200 x1       200 x1       200 x1       200 x1       200 x1
  1      {"lapseSubscription":true}               | 402 x1       402 x1       402 x1       402 x1       402 x1
  1      {"staleRead":true}                       | 200 x1       200 x1       200 x1       200 x1       200 x1
  1      {"pageDrift":{"create":1}}               | 200 x1       200 x1       200 x1       200 x1       200 x1
`)

describe.each(WAYS)('$client through $door', ({ door, client }) => {
  it.each(SEEN)('$times times $then', async ({ times, then, ...seen }) => {
    const { simulator, ask } = await behind(door, client)
    const options = { times: Number(times), then: JSON.parse(then) } as FaultOptions
    const fault = simulator.faults.inject(options)
    expect(await told(simulator, ask(INVOICES))).toBe(seen[client])
    expect(fault.hits).toBeGreaterThan(0)
  })
})

/** Failures other than error statuses. */
describe.each(WAYS)('$client through $door', ({ door, client }) => {
  it('a held back response comes when the clock passes it', async () => {
    const { simulator, ask } = await behind(door, client)
    simulator.faults.inject({ then: { delay: '30 seconds' } })
    const call = ask(INVOICES)
    await arrival(simulator)
    await simulator.clock.advance('30 seconds')
    expect(await told(simulator, call)).toBe('200 x1')
  })

  it('a stale read denies what was written just now', async () => {
    const { simulator, ask, post } = await behind(door, client)
    simulator.faults.inject({ then: { staleRead: true } })
    const { number } = (await post()).data as { number: number }
    const statuses = [await ask(`${INVOICES}${number}/`), await ask(`${INVOICES}${number}/`)]
    expect(statuses.map(({ status }) => status)).toEqual([404, 200])
  })

  it('a page that drifts shows a record twice', async () => {
    const { simulator, ask } = await behind(door, client)
    simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    const seen = []
    for (const offset of [0, 2])
      seen.push(...numbersOn(await ask(`${INVOICES}?ordering=-id&limit=2&offset=${offset}`)))
    expect(seen).toEqual([3, 2, 2, 1])
  })

  it.each([
    [{ revokeKey: true }, 403, 'API key authentication failed'],
    [{ losePermission: true }, 403, 'API key lacks the required permission'],
    [{ lapseSubscription: true }, 402, 'Subscription required for this feature'],
  ] as const)('%j stops the second of two writes', async (then, status, message) => {
    const { simulator, post } = await behind(door, client)
    simulator.faults.inject({ skip: 1, then })
    expect([(await post()).status, (await post()).status]).toEqual([200, status])
    expect(simulator.traffic.at(-1)?.response?.body).toContain(message)
    expect(simulator.records.invoices.count()).toBe(4)
  })

  it('a full bucket says when to come back', async () => {
    const { simulator, ask } = await behind(door, client)
    simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 30 } })
    expect((await ask(INVOICES)).status).toBe(429)
    expect(simulator.traffic.map(({ response }) => response?.headers['retry-after'])).toEqual(
      Array(client === 'fetch' ? 1 : 3).fill('30'),
    )
  })
})

/** The write is committed, and the program is told that it failed. */
describe.each(WAYS)('a lost response, $client through $door', ({ door, client }) => {
  const lost = async (headers: Record<string, string>) => {
    const { simulator, post } = await behind(door, client)
    await simulator.fetch('/public/v2/webhooks/', {
      method: 'POST',
      headers: { 'x-api-key': 'test-api-key', 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }),
    })
    simulator.traffic.clear()
    simulator.faults.inject({ on: `POST ${INVOICES}`, then: { loseResponse: true } })
    // The program tries again by itself where its client does not.
    const seen = await post(headers).catch(() => post(headers))
    const bodies = simulator.traffic.map(({ response }) => response?.body)
    return { simulator, seen, bodies }
  }

  it('with an idempotency key: the original bytes, one record, one event', async () => {
    const { simulator, seen, bodies } = await lost({ 'idempotency-key': 'january' })
    expect([seen.status, seen.data]).toEqual([200, simulator.records.invoices.get(4)])
    expect(simulator.traffic.map(({ why }) => why)).toEqual([
      'fault 1: the response was lost, it was 200: created Invoice 4',
      expect.stringContaining('replayed the stored reply of idempotency key "january"'),
    ])
    expect(bodies).toEqual([undefined, JSON.stringify(simulator.records.invoices.get(4))])
    expect([simulator.records.invoices.count(), simulator.webhooks.queue.length]).toEqual([4, 1])
  })

  it('without one: two records, two events', async () => {
    const { simulator, seen } = await lost({})
    expect([seen.status, (seen.data as { number: number }).number]).toEqual([200, 5])
    expect([simulator.records.invoices.count(), simulator.webhooks.queue.length]).toEqual([5, 2])
  })
})

const numbersOn = ({ data }: Seen): number[] =>
  (data as { items: { number: number }[] }).items.map(({ number }) => number)

/** Until the request is there: clients take some turns of the event loop to send it. */
async function arrival(simulator: Simulator): Promise<void> {
  while (simulator.traffic.length === 0 || simulator.traffic.at(-1)?.why === 'under way')
    await new Promise((resolve) => setImmediate(resolve))
}
