import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { CUSTOMER, load, named, type Peer, payGenerically, sender } from './peer'

interface Msw {
  setupServer(...handlers: readonly unknown[]): { listen(options: object): void; close(): void }
}
interface MswHttp {
  readonly http: Record<'get' | 'post' | 'put', (path: string, answer: (call: Call) => unknown) => unknown>
  readonly HttpResponse: { json(body: unknown, init?: object): Response }
}
interface Call {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
}

/** A table behind handlers that somebody writes by hand. */
export async function handWritten(): Promise<Peer> {
  const { setupServer } = await load<Msw>('msw/node')
  const { http, HttpResponse } = await load<MswHttp>('msw')
  const base = 'https://api.test/'
  const tables = new Map<string, Map<number, object>>()
  const table = (name = '') =>
    tables.get(name) ?? (tables.set(name, new Map()).get(name) as Map<number, object>)
  const server = setupServer(
    http.get(`${base}:group`, ({ request, params }) => {
      const limit = Number(new URL(request.url).searchParams.get('limit') ?? 100)
      const rows = table(params.group)
      const items: object[] = []
      for (const row of rows.values()) if (items.push(row) >= limit) break
      return HttpResponse.json({ items, count: rows.size })
    }),
    http.get(`${base}:group/:id`, ({ params }) => {
      const row = table(params.group).get(Number(params.id))
      return row ? HttpResponse.json(row) : HttpResponse.json({}, { status: 404 })
    }),
    http.post(`${base}:group`, async ({ request, params }) => {
      const rows = table(params.group)
      const row = Object.assign({ id: rows.size + 1 }, await request.json())
      rows.set(row.id, row)
      return HttpResponse.json(row, { status: 201 })
    }),
  )
  server.listen({ onUnhandledRequest: 'error' })
  const send = sender(base)
  return {
    ...{ send, customers: 'customers', hundred: '?limit=100', customer: (name) => ({ ...CUSTOMER, name }) },
    wrong: { name: 7 },
    fill: async (count) => {
      for (let id = table('customers').size + 1; id <= count; id += 1)
        table('customers').set(id, { id, ...CUSTOMER, name: `C${id}` })
    },
    reset: () => tables.clear(),
    end: () => server.close(),
    pay: payGenerically(send, ''),
  }
}

export async function mswData(): Promise<Peer> {
  const { setupServer } = await load<Msw>('msw/node')
  const { http, HttpResponse } = await load<MswHttp>('msw')
  const { Collection } = await load<{ Collection: new (options: object) => Rows }>('@msw/data')
  const { z } = await load<{
    z: Record<'object' | 'number' | 'string', (shape?: object) => unknown> & {
      looseObject(shape: object): unknown
    }
  }>('zod')
  const base = 'https://api.test/'
  const rowsOf = {
    customers: new Collection({ schema: z.object({ id: z.number(), name: z.string() }) }),
  } as Record<string, Rows>
  const others = (name: string): Rows =>
    (rowsOf[name] ??= new Collection({ schema: z.looseObject({ id: z.number() }) }))
  const sizes = new Map<string, number>()
  const next = (name: string): number => sizes.set(name, (sizes.get(name) ?? 0) + 1).get(name) as number
  const server = setupServer(
    http.get(`${base}:group`, ({ request, params }) => {
      const take = Number(new URL(request.url).searchParams.get('limit') ?? 100)
      const rows = others(params.group ?? '')
      return HttpResponse.json({ items: rows.findMany(undefined, { take }), count: rows.count() })
    }),
    http.get(`${base}:group/:id`, ({ params }) => {
      const row = others(params.group ?? '').findFirst((q) => q.where({ id: Number(params.id) }))
      return row ? HttpResponse.json(row) : HttpResponse.json({}, { status: 404 })
    }),
    http.post(`${base}:group`, async ({ request, params }) => {
      try {
        const row = await others(params.group ?? '').create({
          id: next(params.group ?? ''),
          ...((await request.json()) as object),
        })
        return HttpResponse.json(row, { status: 201 })
      } catch {
        return HttpResponse.json({ error: 'invalid' }, { status: 422 })
      }
    }),
  )
  server.listen({ onUnhandledRequest: 'error' })
  const send = sender(base)
  return {
    ...{ send, customers: 'customers', hundred: '?limit=100', customer: named, wrong: { name: 7 } },
    fill: async (count) => {
      const first = others('customers').count()
      await others('customers').createMany(count - first, () => ({ id: next('customers'), name: 'C' }))
    },
    reset: () => {
      for (const rows of Object.values(rowsOf)) rows.clear()
    },
    end: () => server.close(),
    pay: payGenerically(send, ''),
  }
}
interface Rows {
  create(row: object): Promise<object>
  createMany(count: number, row: (index: number) => object): Promise<unknown>
  findMany(where: undefined, options: object): object[]
  findFirst(where: (q: { where(shape: object): unknown }) => unknown): object | undefined
  count(): number
  clear(): void
}

export async function ours(receiver: string): Promise<Peer> {
  const { setupServer } = await load<Msw>('msw/node')
  const simulator = createSimulator(process.env.RIVAL_RECORDS ? { rateLimits: false } : {})
  const server = setupServer(...handlers(simulator))
  server.listen({ onUnhandledRequest: 'bypass' })
  const send = sender(simulator.baseUrl, { 'x-api-key': simulator.apiKey })
  const customer = (name: string) => ({ ...CUSTOMER, name })
  const money = {
    company_id: 1,
    customer_id: 1,
    date: '2026-01-15',
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
  }
  return {
    ...{ send, customer, customers: '/public/v1/customers/', hundred: '?limit=100', wrong: { name: 7 } },
    fill: async (count) => {
      for (let made = simulator.records.customers.count({}); made < count; made += 1)
        simulator.records.customers.create(customer('C'))
    },
    reset: () => simulator.reset(),
    end: () => server.close(),
    wait: (seconds) => simulator.clock.advance({ seconds }),
    subscribe: async () => {
      const url = 'https://hooks.test/customers'
      simulator.webhooks.connect(url, async ({ headers, body }: Request) =>
        fetch(receiver, { method: 'POST', headers, body: await new Response(body).text() }),
      )
      const made = await send('POST', '/public/v2/webhooks/', { url, topics: ['core.customer/created'] })
      return async () => (await send('GET', `/public/v2/webhooks/${String(made.body.uuid)}/`)).body
    },
    pay: async () => {
      const made = await send('POST', '/public/v1/invoices/', {
        ...money,
        items: [{ item_id: 1, quantity: 1, rate: 100 }],
      })
      const items = [{ invoice_number: made.body.number, amount: '40.00' }]
      await send('POST', '/public/v1/customer-payments/', { ...money, check_number: '', memo: '', items })
      return [
        made.body.amount_due,
        (await send('GET', `/public/v1/invoices/${made.body.number}/`)).body.amount_due,
      ]
    },
  }
}
