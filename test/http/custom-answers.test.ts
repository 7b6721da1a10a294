import { type AnswerOptions, createSimulator, isRefusal } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client'

const PATH = '/public/v1/invoices/'
const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: 10 }],
}

const answersOf = (answers: AnswerOptions) => {
  const simulator = createSimulator({ answers })
  return { simulator, send: clientOf(simulator) }
}

describe('texts', () => {
  // template, its other wording, the call, the text under a member
  const table: [string, string, [method: string, path: string, body?: unknown], Record<string, string[]>][] =
    [
      ['Not found', 'Nothing here', ['GET', '/public/v1/nothing/'], { __all__: ['Nothing here'] }],
      ['Field required', 'missing', ['POST', PATH, {}], { date: ['missing'] }],
      [
        '<Model> matching query does not exist',
        'no <Model>',
        ['GET', `${PATH}9/`],
        { __all__: ['no Invoice'] },
      ],
      [
        '<Model> with id <id> does not exist',
        '#<id> is no <Model>',
        ['POST', PATH, { ...invoice, items: [{ item_id: 99, quantity: 1, rate: 10 }] }],
        { items: ['Line 1: #99 is no Item'] },
      ],
    ]

  test.each(table)('%s -> %s', async (template, text, call, errors) => {
    const { send } = answersOf({ texts: { [template]: text } })
    expect((await send(...call)).errors).toEqual(errors)
  })

  test('a replay has the same text, and so has a call without HTTP', async () => {
    const { simulator, send } = answersOf({ texts: { 'At least one line item is required': 'Add a line' } })
    const body = { ...invoice, items: [] }
    const key = { 'Idempotency-Key': 'once' }
    const told = [await send('POST', PATH, body, key), await send('POST', PATH, body, key)]
    expect(told.map(({ errors }) => errors)).toEqual([{ lines: ['Add a line'] }, { lines: ['Add a line'] }])
    try {
      simulator.records.invoices.create(body)
      expect.unreachable()
    } catch (error) {
      expect(isRefusal(error) && error.errors).toEqual({ lines: ['Add a line'] })
    }
  })
})

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

test('they are part of an exported world', async () => {
  const { simulator } = answersOf({
    texts: { 'Not found': 'Nothing here' },
    members: { customers: { vip: false } },
  })
  const twin = createSimulator({ world: simulator.export() })
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
    [{ answers: { headers: { 'a b': 'x' } } }, 'a header name and its text'],
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
