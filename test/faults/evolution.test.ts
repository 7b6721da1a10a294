import { createSimulator, type Simulator, verifyWebhook } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { EVOLUTIONS } from '../../src/service/http/faults/evolution'
import { sampled } from '../support/thorough'
import { HOOKS, Office } from '../support/worlds/office'

type Kind = (typeof EVOLUTIONS)[number]
function withInvoices(): Simulator {
  const simulator = createSimulator({ rateLimits: false })
  simulator.make.invoices(3)
  return simulator
}

const evolving = (kind: Kind, on?: string) => {
  const simulator = withInvoices()
  const twin = simulator.fork()
  simulator.faults.inject({ ...(on && { on }), times: 1, then: { evolve: kind } } as never)
  return { simulator, twin }
}

async function ask(simulator: Simulator, path: string, more: object = {}, method = 'GET', body?: object) {
  const response = await simulator.fetch(path, {
    method,
    headers: { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** Every object within, in order. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}

const without = (value: unknown, member: string): unknown =>
  JSON.parse(JSON.stringify(value, (name, one) => (name === member ? undefined : one)))

interface Operation {
  readonly path: string
  readonly method: string
}

/** Every operation of the document, about the first record. */
const OPERATIONS: Operation[] = Object.entries(createSimulator().openapi().paths ?? {}).flatMap(
  ([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete']
      .filter((method) => method in (item as object))
      .map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{[^}]*\}/g, '1') })),
)

const bodyOf = ({ method }: Operation): object | undefined =>
  ['POST', 'PUT', 'PATCH'].includes(method) ? { name: 'A', memo: 'B', code: 'C' } : undefined

/** A page that shows no new record, one that does, a write, and a refusal. */
const LOOKED_AT = [
  ['GET', '/public/v1/invoices/?limit=1&ordering=id'],
  ['GET', '/public/v1/invoices/'],
  [
    'POST',
    '/public/v1/customers/',
    { name: 'A', email: 'a@example.com', address: '1', country: 'US', phone: '', website: '' },
  ],
  ['GET', '/public/v1/customers/999/'],
] as const

/** Everything that a call leaves behind. Coverage listens to the traffic. */
const leftBy = (simulator: Simulator): unknown[] => [
  simulator.assumptions.used(),
  simulator.traffic.map(({ at, assumptions, response, reason }) => [at, assumptions, response, reason]),
  simulator.records.invoices.count(),
  simulator.webhooks.queue,
]

/** The same call to tomorrow's service and to today's. */
async function both(kind: Kind, operation: Operation) {
  const { simulator, twin } = evolving(kind)
  const { path, method } = operation
  const call = (one: Simulator) => ask(one, path, {}, method, bodyOf(operation))
  return { now: await call(simulator), before: await call(twin) }
}

describe('what a service may change any day, over all operations', () => {
  it.each(sampled(OPERATIONS, 3))(
    '$method $path: each kind changes what it says and nothing else',
    async (operation) => {
      for (const kind of ['member', 'order', 'header', 'error-member', 'error-text'] as const) {
        const { now, before } = await both(kind, operation)
        const isRefused = before.status >= 400
        const { 'x-added-later': added, ...headers } = now.headers
        expect([kind, now.status, headers, added]).toEqual([
          kind,
          before.status,
          before.headers,
          kind === 'header' ? 'new' : undefined,
        ])
        const isMeant = kind !== 'header' && isRefused === kind.startsWith('error')
        if (!isMeant) expect([kind, now.text]).toEqual([kind, before.text])
        else if (kind === 'order') expect(now.body).toEqual(before.body)
        else if (kind === 'member') {
          expect(without(now.body, 'added_later')).toEqual(before.body)
          expect(objectsIn(now.body).every((one) => 'added_later' in one)).toBe(true)
        } else if (kind === 'error-member') expect(now.body).toEqual({ ...before.body, added_later: 'new' })
        else {
          expect(Object.keys(now.body.errors)).toEqual(Object.keys(before.body.errors))
          expect(now.text).not.toBe(before.text)
        }
      }
    },
  )

  it.each(['enum', 'null', 'long-text', 'large-amount'] as const)(
    '%s: one record of somebody else comes, and no other changes',
    async (kind) => {
      const { simulator, twin } = evolving(kind)
      const path = '/public/v1/invoices/'
      const [now, before] = [await ask(simulator, path), await ask(twin, path)]
      const known = new Set(before.body.items.map(({ number }: { number: number }) => number))
      expect(now.body.items.filter(({ number }: { number: number }) => known.has(number))).toEqual(
        before.body.items,
      )
      const [made, ...more] = now.body.items.filter(({ number }: { number: number }) => !known.has(number))
      expect(more).toEqual([])
      const shows = {
        enum: made.record_status === 'added_later',
        null: made.terms_id === null || Object.values(made).includes(null),
        'long-text': String(made.memo).length >= 100,
        'large-amount': JSON.stringify(made).includes('123456789012.34'),
      }
      expect(shows[kind]).toBe(true)
      expect(simulator.books.check()).toEqual([])
      expect(simulator.traffic.at(-1)?.why).toContain('somebody else created Invoice')
    },
  )

  it.each([
    ['error-text', '/public/v1/invoices/', {}],
    ['error-member', '/public/v1/invoices/', {}],
    ['member', '/public/v1/invoices/999/', {}],
    ['order', '/public/v1/invoices/999/', {}],
    ['large-id', '/public/v1/invoices/', { 'X-API-KEY': 'no key' }],
    // The newest record is on another page.
    ['enum', '/public/v2/customers/?limit=1', {}],
    ['null', '/public/v1/invoices/?limit=2', {}],
    ['long-text', '/public/v1/invoices/?limit=2', {}],
    ['large-amount', '/public/v1/invoices/?limit=2', {}],
    ['long-text', '/public/v1/invoices/', { 'X-API-KEY': 'no key' }],
  ] as const)(
    '%s has no hit on %s, where nothing can change, and stays armed',
    async (kind, path, headers) => {
      const { simulator, twin } = evolving(kind)
      twin.faults.clear()
      const [now, before] = [await ask(simulator, path, headers), await ask(twin, path, headers)]
      expect(now).toEqual(before)
      expect(simulator.faults.unfired()).toMatchObject([{ hits: 0, remaining: 1 }])
      expect(simulator.traffic.at(-1)).toMatchObject({ why: twin.traffic.at(-1)?.why })
      for (const type of ['invoices', 'customers'] as const)
        expect(simulator.records[type].list().count).toBe(twin.records[type].list().count)
    },
  )

  it('large-amount: also where the amounts have no decimal point', async () => {
    const { simulator } = evolving('large-amount')
    const { id: item_id } = simulator.make.item()
    simulator.make.invoice({ items: [{ item_id, rate: '96', quantity: '1' }] })
    const { text } = await ask(simulator, '/public/v1/invoices/')
    expect(text).toContain('123456789012.34')
  })

  it('waits for the answer in which something changes', async () => {
    const { simulator } = evolving('error-text')
    await ask(simulator, '/public/v1/invoices/')
    const refused = await ask(simulator, '/public/v1/invoices/999/')
    expect(refused.text).toContain('(see the documentation)')
    expect(simulator.faults.unfired()).toEqual([])
    expect((await ask(simulator, '/public/v1/invoices/999/')).text).not.toContain('(see the documentation)')
    const listed = evolving('long-text').simulator
    await ask(listed, '/public/v1/invoices/?limit=2')
    const { body } = await ask(listed, '/public/v1/invoices/')
    expect(body.items.some(({ memo }: { memo: string | null }) => String(memo).length >= 100)).toBe(true)
    expect(listed.faults.list()).toMatchObject([{ hits: 1, remaining: 0 }])
  })

  it.each([
    ['skip', { skip: 1, times: 1 }],
    ['probability', { probability: 0.5, times: 1 }],
  ] as const)('%s counts only the answers in which something would change', async (_, selection) => {
    const changedIn = async (begins: boolean): Promise<number> => {
      const simulator = createSimulator({ rateLimits: false })
      simulator.make.invoices(3)
      simulator.faults.inject({ ...selection, then: { evolve: 'error-text' } })
      if (begins) for (let reads = 0; reads < 5; reads += 1) await ask(simulator, '/public/v1/invoices/')
      for (let refusals = 1; refusals < 50; refusals += 1) {
        const { text } = await ask(simulator, '/public/v1/invoices/999/')
        if (text.includes('(see the documentation)')) return refusals
      }
      return 0
    }
    expect(await changedIn(true)).toBe(await changedIn(false))
    if ('skip' in selection) expect(await changedIn(true)).toBe(2)
  })

  it('a skipped record of somebody else is not made', async () => {
    const simulator = createSimulator({ rateLimits: false })
    simulator.make.invoices(3)
    simulator.faults.inject({ skip: 1, times: 1, then: { evolve: 'long-text' } })
    await ask(simulator, '/public/v1/invoices/')
    expect(simulator.records.invoices.count()).toBe(3)
    await ask(simulator, '/public/v1/invoices/')
    expect(simulator.records.invoices.count()).toBe(4)
  })

  it.each(EVOLUTIONS)('%s: to look whether an answer would change leaves nothing behind', async (kind) => {
    for (const [method, path, body] of LOOKED_AT) {
      const [looking, plain] = [withInvoices(), withInvoices()]
      looking.faults.inject({ skip: 1, then: { evolve: kind } })
      for (const one of [looking, plain]) await ask(one, path, {}, method, body)
      expect([path, ...leftBy(looking)]).toEqual([path, ...leftBy(plain)])
    }
  })

  it('large-id: new records are above what 31 bits hold, and are read under that id', async () => {
    const { simulator } = evolving('large-id')
    await ask(simulator, '/public/v1/invoices/')
    const { number } = simulator.make.invoice()
    expect(number).toBeGreaterThan(2 ** 31)
    expect((await ask(simulator, `/public/v1/invoices/${number}/`)).status).toBe(200)
    expect(simulator.make.invoice().number).toBe(number + 1)
  })

  it('the document is the one that the client was written against', () => {
    const { simulator, twin } = evolving('member')
    expect(simulator.openapi()).toEqual(twin.openapi())
  })
})

async function allTopics(office: Office): Promise<string[]> {
  const { body } = await office.send('GET', `${HOOKS}topics/`)
  return (body as unknown as { name: string }[]).map(({ name }) => name)
}

describe('events', () => {
  const heard = async (kind: Kind, topics?: string[]) => {
    const office = new Office()
    const hook = await office.register(topics ?? (await allTopics(office)))
    const arrived = office.receive(204)
    office.simulator.faults.inject({ on: 'DELIVERY *', then: { evolve: kind } })
    office.sell()
    await office.simulator.webhooks.flush()
    const now = () => Date.parse(office.simulator.clock.now)
    const signed = arrived.map(
      ({ body, headers }) => verifyWebhook({ secret: hook.secret, body, headers, now }).ok,
    )
    return { events: arrived.map(({ body }) => JSON.parse(body)), signed, office }
  }
  const created = ['core.invoice/created']

  it('envelope: one member more and a later api_version, signed', async () => {
    const { events, signed } = await heard('envelope', created)
    expect(events).toMatchObject([{ added_later: 'new', object: { id: expect.any(Number) } }])
    expect(events[0].object.added_later).toBeUndefined()
    expect(events[0].api_version > '2026-06-27').toBe(true)
    expect(signed).toEqual([true])
  })

  it('topic: one more of an unknown topic, signed, where the endpoint hears all topics', async () => {
    const { events, signed } = await heard('topic')
    expect(events.map(({ topic }) => topic)).toEqual(['core.invoice/created', 'core.invoice/merged'])
    expect(events[1].object).toEqual(events[0].object)
    expect(events[1].event_id).not.toBe(events[0].event_id)
    expect(signed).toEqual([true, true])
    expect((await heard('topic', created)).events).toHaveLength(1)
  })

  it('member and order: in the event, signed', async () => {
    expect((await heard('member', created)).events[0].object.added_later).toBe('new')
    const { events, signed } = await heard('order', created)
    expect([Object.keys(events[0]).at(-1), signed]).toEqual(['event_id', [true]])
  })

  it.each(['enum', 'null', 'header', 'large-id'] as const)('%s does not act on deliveries', (kind) => {
    const { faults } = createSimulator()
    expect(() => faults.inject({ on: 'DELIVERY *', then: { evolve: kind } } as never)).toThrow(
      `then.evolve '${kind}' acts on requests`,
    )
  })

  it('topic and envelope act on deliveries alone; a misspelt kind is told the nearest', () => {
    const { faults } = createSimulator()
    const inject =
      (evolve: string, on = 'GET /public/v1/invoices/') =>
      () =>
        faults.inject({ on, then: { evolve } } as never)
    expect(inject('topic')).toThrow("then.evolve 'topic' acts on deliveries")
    expect(inject('envelop')).toThrow(/envelope/)
  })
})
