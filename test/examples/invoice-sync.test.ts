import { createSimulator, type Simulator, type TrafficEntry } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Batch, readBatch } from '../../examples/invoice-sync/batch'
import { Client, type ClientOptions } from '../../examples/invoice-sync/client'
import { readCsv } from '../../examples/invoice-sync/csv'
import { amount, cents, total } from '../../examples/invoice-sync/money'
import { reconcile } from '../../examples/invoice-sync/reconcile'
import { ServiceError } from '../../examples/invoice-sync/service-error'
import { sync } from '../../examples/invoice-sync/sync'

const COMPANY = 1
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const batch: Batch = await readBatch(new URL('../../examples/invoice-sync/data/', import.meta.url))

describe('the integration against the simulator', () => {
  test('creates everything once and nothing on the second run', async () => {
    const { simulator, client } = simulated()
    const before = counts(simulator)

    expect(await sync(client, batch, COMPANY)).toEqual({
      customers: { found: 0, created: 12, failed: [] },
      invoices: { found: 0, created: 30, failed: [] },
      payments: { found: 0, created: 20, failed: [] },
    })
    expect(counts(simulator)).toEqual({
      customers: before.customers + 12,
      invoices: before.invoices + 30,
      customerPayments: before.customerPayments + 20,
    })

    const after = counts(simulator)
    const requestsOfFirstRun = simulator.traffic.length
    expect(await sync(client, batch, COMPANY)).toEqual({
      customers: { found: 12, created: 0, failed: [] },
      invoices: { found: 30, created: 0, failed: [] },
      payments: { found: 20, created: 0, failed: [] },
    })
    expect(counts(simulator)).toEqual(after)
    const secondRun = simulator.traffic.slice(requestsOfFirstRun)
    expect(secondRun.map(({ request }) => request.method)).toEqual(['GET', 'GET', 'GET', 'GET'])
  })

  test('sends nothing to a route inside the Retry-After window of its 429', async () => {
    const { simulator, client } = simulated()
    await sync(client, batch, COMPANY)

    // Requests that were under way already when the refusal came are no repeats: they bear keys not seen before.
    const traffic = simulator.traffic.map((entry) => ({ ...entry, key: keyOf(entry) }))
    const isRepeat = (at: number) => traffic.slice(0, at).some(({ key }) => key === traffic[at]?.key)
    const tooEarly: string[] = []
    let refusals = 0
    for (const [index, refusal] of traffic.entries()) {
      if (refusal.response?.status !== 429) continue
      refusals += 1
      const from = Date.parse(refusal.at)
      const until = from + 1000 * Number(refusal.response.headers['retry-after'])
      expect(until).toBeGreaterThan(from)
      for (const [later, { at, request, key }] of traffic.entries()) {
        if (later <= index || Date.parse(at) >= until) continue
        if (Date.parse(at) > from || isRepeat(later)) tooEarly.push(`${at} ${request.url} ${key}`)
      }
    }
    expect(refusals).toBe(32)
    expect(tooEarly).toEqual([])
  })

  test('names every write with a key of its own, which its retries keep', async () => {
    const { simulator, client } = simulated()
    await sync(client, batch, COMPANY)

    const writes = simulator.traffic.filter(({ request }) => request.method === 'POST')
    const accepted = writes.filter(({ response }) => response !== null && response.status < 300)
    expect(new Set(accepted.map(keyOf)).size).toBe(62)
    expect(accepted).toHaveLength(62)
    const refused = writes.filter(({ response }) => response?.status === 429).map(keyOf)
    expect(accepted.map(keyOf)).toEqual(expect.arrayContaining(refused))
    expect(refused).toContain('invoice-INV-2030')
  })

  test('reconciles to the cent and leaves sound books', async () => {
    const { simulator, client } = simulated()
    await sync(client, batch, COMPANY)

    const { open, balances, differences } = await reconcile(client, batch, COMPANY)
    expect(differences).toEqual([])
    expect(balances).toEqual([
      { currency: 'EUR', invoices: 2, due: '1454.00', expected: '1454.00' },
      { currency: 'USD', invoices: 14, due: '5372.59', expected: '5372.59' },
    ])
    expect(open).toHaveLength(16)
    expect(open[0]).toEqual({
      reference: 'INV-2010',
      customer: 'Juniper Clinics',
      dueDate: '2026-01-20',
      currency: 'USD',
      amount: '2550.00',
      due: '550.00',
    })

    const { debits, credits } = sums(simulator)
    expect(debits).toBe(credits)
    expect(simulator.books.check()).toEqual([])
  })

  test('makes a payment once although the answer to it was lost', async () => {
    const { simulator, client } = simulated()
    const fault = simulator.faults.inject({
      on: 'POST /public/v1/customer-payments/',
      skip: 24,
      // biome-ignore lint/suspicious/noThenProperty: the word of the simulator for what happens then.
      then: { loseResponse: true },
    })
    const report = await sync(client, batch, COMPANY)
    expect(fault.hits).toBe(1)
    expect(report.payments).toEqual({ found: 0, created: 20, failed: [] })
    expect(simulator.records.customerPayments.count()).toBe(20)
    expect((await reconcile(client, batch, COMPANY)).differences).toEqual([])
  })

  test('works through pages that are smaller than the lists', async () => {
    const { simulator, client } = simulated({ pageSize: 7 })
    await sync(client, batch, COMPANY)
    const writes = (): number => simulator.traffic.filter(({ request }) => request.method === 'POST').length
    const writesOfFirstRun = writes()
    const again = await sync(client, batch, COMPANY)
    expect(again.invoices).toEqual({ found: 30, created: 0, failed: [] })
    expect(writes()).toBe(writesOfFirstRun)
    expect((await reconcile(client, batch, COMPANY)).differences).toEqual([])
  })

  test('reports a row that the service refuses and brings in the others', async () => {
    const { client } = simulated()
    const [first, ...others] = batch.invoices
    if (first === undefined) throw new Error('the batch has invoices')
    const wrong = { ...first, currency: 'XXX' }
    const report = await sync(client, { ...batch, invoices: [wrong, ...others] }, COMPANY)
    expect(report.invoices).toMatchObject({ created: 29, failed: [expect.stringContaining('answered 422')] })
    expect(report.payments.failed).toEqual(['PAY-3003: the service has no invoice INV-2001'])
    expect((await reconcile(client, batch, COMPANY)).differences).toContain(
      'INV-2001: the service does not have it',
    )
  })
})

describe('its client', () => {
  const url = 'https://service.test/records/'

  test.each([
    [
      'asked to wait 7 seconds',
      () => new Response('', { status: 429, headers: { 'Retry-After': '7' } }),
      [7000],
    ],
    ['failure of the service', () => refusal(503), [500]],
    ['write still in progress', () => refusal(409), [500]],
    ['broken connection', () => HttpResponse.error(), [500]],
    ['half an answer', () => new Response('{"number": 1', { status: 200 }), [500]],
  ])('tries again after: %s', async (_, firstAnswer, expectedPauses) => {
    const { client, pauses } = scripted()
    const keys: (string | null)[] = []
    server.use(
      http.post(url, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return keys.length === 1 ? firstAnswer() : HttpResponse.json({ number: 1 })
      }),
    )
    expect(await client.post('/records/', {}, 'record-1')).toEqual({ number: 1 })
    expect(keys).toEqual(['record-1', 'record-1'])
    expect(pauses).toEqual(expectedPauses)
  })

  test('doubles its pauses and gives up after the last try', async () => {
    const { client, pauses } = scripted({ tries: 5 })
    server.use(http.get(url, () => refusal(500)))
    await expect(client.get('/records/')).rejects.toThrow('GET /records/ answered 500: No')
    expect(pauses).toEqual([500, 1000, 2000, 4000])
  })

  test('takes any other refusal for an answer', async () => {
    const { client, pauses } = scripted()
    server.use(http.get(url, () => refusal(404)))
    await expect(client.get('/records/')).rejects.toBeInstanceOf(ServiceError)
    expect(pauses).toEqual([])
  })

  test('lets nobody else through while it waits', async () => {
    const { client, log } = scripted()
    server.use(
      http.get(url, ({ request }) => {
        const name = new URL(request.url).searchParams.get('name') ?? ''
        const isRetry = log.includes(`sent ${name}`)
        log.push(`sent ${name}`)
        return isRetry || name === 'late' ? HttpResponse.json({}) : refusal(503)
      }),
    )
    const early = ['a', 'b', 'c'].map((name) => client.get('/records/', { name }))
    await expect.poll(() => log.includes('pause')).toBe(true)
    await Promise.all([...early, client.get('/records/', { name: 'late' })])
    const inOrder = ['pause', 'sent a', 'pause', 'sent b', 'pause', 'sent c', 'sent late']
    expect(log.slice(0, 3).sort()).toEqual(['sent a', 'sent b', 'sent c'])
    expect(log.slice(3)).toEqual(inOrder)
  })

  test.each([
    ['an object with items', (items: number[]) => ({ items, count: 5 }), 5, 3],
    ['a bare array', (items: number[]) => items, 5, 3],
    ['a last page that is full', (items: number[]) => items, 4, 3],
  ])('reads a list page by page: %s', async (_, body, size, requests) => {
    const { client } = scripted({ pageSize: 2 })
    const records = Array.from({ length: size }, (_, index) => index)
    let asked = 0
    server.use(
      http.get(url, ({ request }) => {
        asked += 1
        const query = new URL(request.url).searchParams
        const offset = Number(query.get('offset'))
        return HttpResponse.json(body(records.slice(offset, offset + Number(query.get('limit')))))
      }),
    )
    expect(await client.list('/records/')).toEqual(records)
    expect(asked).toBe(requests)
  })

  test('refuses pages that the service would cut', () => {
    expect(() => scripted({ pageSize: 101 })).toThrow('at most 100')
  })
})

test.each([
  ['0', '0.00'],
  ['12.5', '12.50'],
  ['-0.05', '-0.05'],
  ['90071992547409931.01', '90071992547409931.01'],
])('money: %s is %s', (text, expected) => {
  expect(amount(cents(text))).toBe(expected)
})

test('money: a thousand times ten cents are a hundred', () => {
  expect(amount(total(Array.from({ length: 1000 }, () => cents('0.10'))))).toBe('100.00')
})

test.each(['', '1,5', '1.234', '1e3', ' 1', 'NaN'])('money: "%s" is none', (text) => {
  expect(() => cents(text)).toThrow('not an amount of money')
})

describe('csv', () => {
  test.each([
    [
      'plain cells',
      'a,b\n1,2\n3,4\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['no final line break', 'a,b\n1,2', [['1', '2']]],
    ['an empty last cell at the end', 'a,b\n1,', [['1', '']]],
    ['commas, quotes and line breaks in quotes', 'a,b\r\n"x, ""y""","1\n2"\r\n', [['x, "y"', '1\n2']]],
    ['a byte order mark', '\uFEFFa,b\n1,2\n', [['1', '2']]],
    ['only the header', 'a,b\n', []],
  ])('reads %s', (_, text, expected) => {
    expect(readCsv(text, ['a', 'b']).map(({ a, b }) => [a, b])).toEqual(expected)
  })

  test.each([
    ['another column', 'a,c\n1,2\n', 'should be a,b but are a,c'],
    ['a missing cell', 'a,b\n1\n', 'row 2 has 1 cells'],
    ['text after a quoted cell', 'a,b\n"1"x,2\n', 'row 2 is not readable'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readCsv(text, ['a', 'b'])).toThrow(message)
  })
})

function simulated(options: Partial<ClientOptions> = {}): { simulator: Simulator; client: Client } {
  const simulator = createSimulator()
  server.use(...handlers(simulator))
  const sleep = (milliseconds: number) => simulator.clock.advance({ milliseconds })
  const client = new Client({
    baseUrl: 'https://accounting.test',
    apiKey: simulator.apiKey,
    sleep,
    ...options,
  })
  return { simulator, client }
}

function scripted(options: Partial<ClientOptions> = {}) {
  const pauses: number[] = []
  const log: string[] = []
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds)
    log.push('pause')
  }
  const client = new Client({ baseUrl: 'https://service.test', apiKey: 'key', sleep, ...options })
  return { client, pauses, log }
}

function refusal(status: number) {
  return HttpResponse.json({ success: false, errors: { __all__: ['No'] } }, { status })
}

function counts({ records }: Simulator) {
  return {
    customers: records.customers.count(),
    invoices: records.invoices.count(),
    customerPayments: records.customerPayments.count(),
  }
}

function sums({ books }: Simulator) {
  const lines = books.trialBalance(COMPANY)
  return {
    debits: amount(total(lines.map((line) => cents(line.debits)))),
    credits: amount(total(lines.map((line) => cents(line.credits)))),
  }
}

function keyOf({ request }: TrafficEntry): string | undefined {
  return request.headers['idempotency-key']
}
