import { type AnswerOptions, createSimulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { checked } from '../support/checked'
import { clientOf } from '../support/client'
import { conformanceTo } from '../support/conformance'

const PATH = '/public/v1/invoices/'
const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: 10 }],
}

interface Shown {
  readonly amount: unknown
  readonly paid_total: unknown
  readonly memo?: unknown
  readonly items: { readonly rate?: unknown; readonly quantity: unknown }[]
}

const answersOf = (answers: AnswerOptions) => {
  const simulator = createSimulator({ answers })
  return { simulator, send: clientOf(simulator) }
}

test('members are shown wherever the record is', async () => {
  const { simulator, send } = answersOf({ members: { invoices: { e_invoice: { status: null } } } })
  const created = (await send('POST', PATH, invoice)).body
  const [listed] = (await send('GET', PATH)).body.items as Record<string, unknown>[]
  const others = (await send('GET', '/public/v1/customers/1/')).body
  expect(
    [created, listed, simulator.records.invoices.get(1)].map(
      (one) => (one as { e_invoice?: unknown })?.e_invoice,
    ),
  ).toEqual(Array(3).fill({ status: null }))
  expect(others).not.toHaveProperty('e_invoice')
})

describe('forms of successes', () => {
  const line = { item_id: 1, quantity: '2', rate: '6.25' }
  const body = { ...invoice, memo: '10.00', items: [line] }

  // the option, what it is about, what the invoice shows there
  const table: [AnswerOptions, string, (shown: Shown) => unknown, unknown][] = [
    [{}, 'everything as described', ({ amount, items: [one] }) => [amount, one?.quantity], ['12.50', '2']],
    [{ amounts: 0 }, 'the amount', ({ amount }) => amount, '12.5'],
    [{ amounts: 1 }, 'what is paid', ({ paid_total }) => paid_total, '0.0'],
    [{ amounts: 4 }, 'the amount', ({ amount }) => amount, '12.5000'],
    [{ amounts: 'number' }, 'the amount', ({ amount }) => amount, 12.5],
    [{ amounts: 0 }, 'rates', ({ items: [one] }) => [one?.rate, one?.quantity], ['6.25', '2']],
    [{ rates: 2 }, 'rates', ({ items: [one] }) => [one?.rate, one?.quantity], ['6.25', '2.00']],
    [{ rates: 'number' }, 'rates', ({ items: [one], amount }) => [one?.rate, amount], [6.25, '12.50']],
    [{ amounts: 0, rates: 0 }, 'a text', ({ memo }) => memo, '10.00'],
    [{ absent: { nulls: true } }, 'nulls', (shown) => JSON.stringify(shown).includes(':null'), false],
    [{ absent: { nulls: true } }, 'the rest', ({ memo }) => memo, '10.00'],
    [{ absent: { members: { invoices: ['memo'] } } }, 'the member', ({ memo }) => memo, undefined],
    [
      { absent: { members: { invoices: ['items.rate'] } } },
      'the member of lines',
      ({ items: [one] }) => [one?.rate, one?.quantity],
      [undefined, '2'],
    ],
    [{ absent: { members: { bills: ['memo'] } } }, 'other records', ({ memo }) => memo, '10.00'],
  ]

  test.each(table)('%j: %s', async (answers, _, shownBy, expected) => {
    const { simulator, send } = answersOf(answers)
    const created = await send('POST', PATH, body, { 'Idempotency-Key': 'once' })
    const again = await send('POST', PATH, body, { 'Idempotency-Key': 'once' })
    const { items: listed } = (await send('GET', PATH)).body as unknown as { items: Shown[] }
    const read = await send('GET', `${PATH}1/`)
    const details = [created, again, read].map((one) => shownBy(one.body as unknown as Shown))
    expect(details).toEqual([expected, expected, expected])
    const [first] = listed
    expect(first && 'items' in first ? shownBy(first) : expected).toEqual(expected)
    expect(simulator.records.invoices.get(1)).toMatchObject({
      amount: '12.50',
      memo: '10.00',
      due_date: null,
    })
  })

  test('what comes back is accepted, and changes nothing', async () => {
    const { send } = answersOf({ amounts: 0, rates: 'number', absent: { nulls: true } })
    const { body: shown } = await send('POST', PATH, body)
    expect((await send('PUT', `${PATH}1/`, shown)).body).toMatchObject({ amount: shown.amount })
  })

  // what answers leave out
  test.each([
    ['the ids of lines', ['items.id']],
    ['ids and what lines are worth', ['items.id', 'items.rate', 'items.amount', 'items.item_id']],
    ['members of the record', ['memo', 'date', 'customer_id']],
    ['all lines', ['items']],
    ['parts of custom fields and classifications', ['custom_fields.value', 'items.classifications.name']],
  ])('a GET without %s comes back, and changes nothing', async (_, members) => {
    const { simulator, send } = answersOf({ absent: { members: { invoices: members } } })
    const lines = [line, { ...line, quantity: '5', memo: 'second' }, line]
    await send('POST', PATH, { ...body, items: lines })
    const [before, entries] = [simulator.records.invoices.get(1), simulator.books.entries()]
    const { body: shown } = await send('GET', `${PATH}1/`)
    await simulator.clock.advance('1 hour')
    expect((await send('PUT', `${PATH}1/`, shown)).status).toBe(200)
    expect(simulator.traffic.at(-1)?.changed).toBe(false)
    expect([simulator.records.invoices.get(1), simulator.books.entries()]).toEqual([before, entries])
    expect((await send('PUT', `${PATH}1/`, { ...shown, reference_number: 'R-9' })).status).toBe(200)
    expect(simulator.records.invoices.get(1)).toMatchObject({ items: before.items, amount: before.amount })
  })
})

// what the option sets; all exchanges are to be as the document of the same simulator says
test.each<AnswerOptions>([
  { amounts: 0, rates: 2 },
  { amounts: 'number', rates: 'number' },
  { absent: { nulls: true } },
  { absent: { members: { invoices: ['items.id', 'amount', 'created_by.email', 'custom_fields.value.id'] } } },
  { members: { customers: { vip: false }, invoices: { e_invoice: { status: null } } } },
  { statuses: { [`POST ${PATH}`]: 202, [`GET ${PATH}{}/`]: 203, 'DELETE /public/v1/customers/{}/': 204 } },
])('the OpenAPI document shows them: %j', async (answers) => {
  const { simulator, send } = answersOf(answers)
  simulator.admin.customFields.define({ name: 'Region', field_type: 'text', applies_to: ['invoice'] })
  const document = simulator.openapi()
  const judge = conformanceTo(document)
  const usual = conformanceTo(createSimulator().openapi())
  const full = { ...invoice, custom_fields: [{ Region: 'North' }] }
  const calls: [method: string, path: string, body?: unknown][] = [
    ['POST', PATH, full],
    ['GET', `${PATH}1/`],
    ['GET', PATH],
    ['GET', '/public/v1/customers/1/'],
    ['DELETE', '/public/v1/customers/2/'],
  ]
  const complaints: [string[], string[]] = [[], []]
  for (const [method, path, sent] of calls) {
    const { status, text } = await send(method, path, sent)
    const exchange = { method, path, sent, status, text }
    expect(status).toBeLessThan(300)
    complaints[0].push(...judge(exchange))
    complaints[1].push(...usual(exchange))
  }
  expect(complaints[0]).toEqual([])
  expect(complaints[1]).not.toEqual([])
})

describe('statuses', () => {
  // the operations, the calls, their statuses
  const table: [Record<string, number>, [method: string, path: string, body?: unknown][], number[]][] = [
    [{ [`POST ${PATH}`]: 202 }, [['POST', PATH, invoice]], [202]],
    [
      { [`POST ${PATH}`]: 202 },
      [
        ['POST', PATH, {}],
        ['GET', PATH],
      ],
      [422, 200],
    ],
    [
      { [`GET ${PATH}{}/`]: 203 },
      [
        ['POST', PATH, invoice],
        ['GET', `${PATH}1/`],
        ['GET', `${PATH}2/`],
      ],
      [200, 203, 404],
    ],
    [
      { 'DELETE /public/v1/customers/{}/': 204 },
      [
        ['DELETE', '/public/v1/customers/1/'],
        ['DELETE', '/public/v1/customers/99/'],
      ],
      [204, 404],
    ],
  ]

  test.each(table)('%j: %j -> %j', async (statuses, calls, expected) => {
    const { send } = answersOf({ statuses })
    const found: number[] = []
    for (const call of calls) found.push((await send(...call)).status)
    expect(found).toEqual(expected)
  })
})

test('headers are those of every response, after the own ones', async () => {
  const { send } = answersOf({ headers: { 'X-Request-Id': 'simulated', 'Content-Type': 'text/plain' } })
  const { headers } = await send('GET', PATH)
  expect([headers.get('x-request-id'), headers.get('content-type')]).toEqual([
    'simulated',
    'application/json',
  ])
})

test('operations can have buckets of their own', async () => {
  const rate = { burst: 20, refillPerSecond: 2 }
  const simulator = createSimulator({ rateLimits: { routes: { 'GET /public/v1/invoices/{}/': rate } } })
  const send = clientOf(simulator)
  const limits = [await send('GET', `${PATH}1/`), await send('GET', PATH)].map(({ headers }) =>
    headers.get('X-RateLimit-Limit'),
  )
  expect(limits).toEqual(['20', '10'])
})

test('they are part of an exported world (docs/service.md §17)', async () => {
  const { simulator } = answersOf({
    texts: { 'Not found': 'Nothing here' },
    members: { customers: { vip: false } },
    amounts: 'number',
  })
  const twin = createSimulator({ world: checked(simulator.export()) })
  expect(twin.records.customers.get(1)).toMatchObject({ vip: false })
  expect((await clientOf(twin)('GET', '/public/v1/nothing/')).errors).toEqual({ __all__: ['Nothing here'] })
})

describe('wrong options', () => {
  const rate = { burst: 1, refillPerSecond: 1 }
  // options, the message
  const table: [Record<string, unknown>, string][] = [
    [{ answers: { text: {} } }, 'answers.text is not a known member, perhaps texts'],
    [
      { answers: { texts: { 'Fields required': 'x' } } },
      "there is no message 'Fields required', perhaps Field required",
    ],
    [{ answers: { texts: { 'Not found': 7 } } }, 'must be a text, not 7'],
    [{ answers: { members: { invoice: {} } } }, 'perhaps invoices'],
    [{ answers: { members: { invoices: { memo: 1 } } } }, 'invoices have a member memo already'],
    [{ answers: { headers: { 'a b': 'x' } } }, "answers.headers['a b'] is no name of a header"],
    [
      { answers: { headers: { 'Content-Length': '3' } } },
      'answers.headers.Content-Length cannot be set: whoever carries the response writes this header',
    ],
    [{ answers: { headers: { 'transfer-encoding': 'chunked' } } }, 'transfer-encoding cannot be set'],
    [{ answers: { headers: { 'x-id': 3 } } }, 'answers.headers.x-id must be a text of one line, not 3'],
    [
      { answers: { absent: { members: { invoices: ['custom_fields.values'] } } } },
      "answers.absent.members.invoices cannot be 'values', perhaps value; it is one of field, value",
    ],
    [
      { answers: { absent: { members: { invoices: ['memo.text'] } } } },
      "answers.absent.members.invoices cannot be 'memo.text': it has no member text",
    ],
    [
      { answers: { amounts: 'plain' } },
      "answers.amounts must be 'number' or a whole number of decimal places",
    ],
    [{ answers: { rates: 1.5 } }, 'answers.rates must be'],
    [{ answers: { absent: { null: true } } }, 'answers.absent.null is not a known member, perhaps nulls'],
    [{ answers: { absent: { members: { invoice: [] } } } }, 'perhaps invoices'],
    [{ answers: { absent: { members: { invoices: ['memos'] } } } }, 'perhaps memo'],
    [{ answers: { absent: { members: { invoices: ['items.rates'] } } } }, 'perhaps rate'],
    [{ answers: { statuses: { 'POST /public/v1/invoice/': 202 } } }, `perhaps POST ${PATH}`],
    [
      { answers: { statuses: { [`POST ${PATH}`]: 404 } } },
      `answers.statuses['POST ${PATH}'] must be a whole number from 200 to 299, not 404`,
    ],
    [{ rateLimits: { routes: { 'POST /public/v1/invoice/': rate } } }, 'perhaps POST /public/v1/invoices/'],
    [
      { rateLimits: { routes: { [`POST ${PATH}`]: { burst: 0 } } } },
      '.burst must be a whole number above 0, not 0',
    ],
  ]

  test.each(table)('%j: %s', (options, message) => {
    expect(() => createSimulator(options)).toThrow(message)
  })
})
