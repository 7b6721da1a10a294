import { createSimulator, isOptionError, type Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { beforeAll, describe, expect, test, vi } from 'vitest'

expect.extend(matchers)

const INVOICES = 'POST /public/v1/invoices/'
const simulator: Simulator = createSimulator()

async function send(method: string, path: string, body?: unknown): Promise<void> {
  const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
  await simulator.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

const invoice = (reference_number: string, rate: string) => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  reference_number,
  items: [
    { item_id: 1, quantity: 1, rate },
    { item_id: 2, quantity: 3, rate: '2.00' },
  ],
})

beforeAll(async () => {
  await send('POST', '/public/v1/invoices/', invoice('R-1', '10.00'))
  await send('POST', '/public/v1/invoices/', invoice('R-2', '20.00'))
  await send('GET', '/public/v1/invoices/2/')
})

test.each<[string, string, object | undefined, number]>([
  ['a route', INVOICES, undefined, 2],
  ['a member', INVOICES, { reference_number: 'R-2' }, 1],
  ['a member of a line, by position', INVOICES, { items: [{ item_id: 1 }] }, 2],
  ['a member of the second line', INVOICES, { items: [{}, { quantity: 3 }] }, 2],
  ['a line at another position', INVOICES, { items: [{ item_id: 2 }] }, 0],
  ['a line too many', INVOICES, { items: [{}, {}, {}] }, 0],
  ['text is not a number', INVOICES, { items: [{ rate: 10 }] }, 0],
  ['a function', INVOICES, { items: [{ rate: (rate: string) => Number(rate) > 15 }] }, 1],
  ['a matcher of the runner', INVOICES, { reference_number: expect.stringMatching(/^R-/) }, 2],
  ['any identifier', 'GET /public/v1/invoices/{number}/', undefined, 1],
  ['one identifier', 'GET /public/v1/invoices/2/', undefined, 1],
  ['another one', 'GET /public/v1/invoices/3/', undefined, 0],
  ['everything', '* /*', undefined, 3],
])('%s', (_, route, body, count) => {
  expect(simulator.received(route, body)).toHaveLength(count)
  expect(matchers.toHaveReceived(simulator, route, body).pass).toBe(count > 0)
})

test('the body is a value', () => {
  const [first] = simulator.received(INVOICES)
  expect(first?.request.json).toEqual(invoice('R-1', '10.00'))
  expect(first?.response?.status).toBe(200)
  expect(simulator.received('GET /public/v1/invoices/{}/')[0]?.request.json).toBeUndefined()
})

test('a route that no operation has is refused with the nearest', () => {
  let error: unknown
  try {
    simulator.received('POST /public/v1/invoice/')
  } catch (caught) {
    error = caught
  }
  expect(isOptionError(error) && error.option).toBe('route')
  expect(String(error)).toContain('the nearest operation is POST /public/v1/invoices/')
})

test.each<[string, () => unknown]>([
  ['an async function', async () => false],
  ['a function of a promise', () => Promise.resolve(false)],
])('%s would fit whatever came', (_, promise) => {
  for (const [body, place] of [
    [{ reference_number: promise }, 'body.reference_number'],
    [{ items: [{ rate: promise }] }, 'body.items[0].rate'],
    [promise, 'body'],
  ] as const)
    expect(() => simulator.received(INVOICES, body)).toThrow(
      `${place} must return true or false at once, not a promise`,
    )
})

describe('what a failure shows', () => {
  test('the nearest miss, member by member', () => {
    const wanted = { reference_number: 'R-2', customer_id: 3, items: [{ rate: '20.00' }, { quantity: 4 }] }
    expect(() => expect(simulator).toHaveReceived(INVOICES, wanted)).toThrow(
      [
        `expected a request to ${INVOICES} with ${JSON.stringify(wanted)}.`,
        'Received 2 requests to this route, none with these members.',
        'The nearest one, #2 at 2026-01-15T09:00:00.000Z: POST /public/v1/invoices/ (200), differs in:',
        '  customer_id: expected 3, received 1',
        '  items[1].quantity: expected 4, received 3',
      ].join('\n'),
    )
  })

  // The wanted member, and what is said of it.
  test.each<[object, string]>([
    [{ reference_number: 'R-1', customer_id: '1' }, 'expected "1", received 1: a text, and a number came'],
    [{ items: [{ rate: 10 }] }, 'expected 10, received "10.00": a number, and a text came'],
    [{ items: [{ quantity: '1' }] }, 'expected "1", received 1: a text, and a number came'],
    [{ reference_number: 'R-3' }, 'expected "R-3", received "R-1"'],
  ])('a type that only looks alike: %j', (wanted, said) => {
    expect(() => expect(simulator).toHaveReceived(INVOICES, wanted)).toThrow(`: ${said}`)
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    matchers.toHaveReceived(simulator, INVOICES, wanted)
    expect(emitted).not.toHaveBeenCalled()
    expect(simulator).not.toHaveReceived(INVOICES, wanted)
    const warnings = emitted.mock.calls.map(([text]) => String(text))
    emitted.mockRestore()
    expect(warnings).toHaveLength(said.includes('came') ? 1 : 0)
    for (const text of warnings)
      expect(text).toMatch(/: not.toHaveReceived passes for #1 .* by a type only:\n {2}\S+: expected "?1/)
  })

  // The wanted body, and what in it is perhaps a slip; a test may mean it.
  test.each<[object, string | undefined]>([
    [{ record_status: 'Posted' }, "body.record_status cannot be 'Posted', perhaps posted"],
    [{ currency_iso_4217_code: 'usd' }, "body.currency_iso_4217_code cannot be 'usd', perhaps USD"],
    [{ record_status: 'lost', ssn: '1', id: 5, customer_id: '3', amount_due: '5.00' }, undefined],
    [{ reference: 'R-1', date: '15.01.2026', items: [{ rate: 'ten' }, { colour: 1 }] }, undefined],
    [{ password: () => true, memo: expect.any(Number), term_id: null }, undefined],
    [{ customer_id: 3, items: [{ rate: 10 }, { rate: '7' }], custom_fields: [] }, undefined],
  ])('a misspelt body is a warning if none is wanted: %o', (wanted, said) => {
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    matchers.toHaveReceived.call({ isNot: true } as never, simulator, INVOICES, wanted)
    const warnings = emitted.mock.calls.map(([text]) => String(text))
    emitted.mockRestore()
    expect(warnings).toEqual(said === undefined ? [] : [expect.stringContaining(said)])
  })

  test('what came where nothing came', () => {
    expect(() => expect(simulator).toHaveReceived('POST /public/v1/bills/')).toThrow(
      [
        'expected a request to POST /public/v1/bills/, but received none. It received:',
        '  POST /public/v1/invoices/ (x2)',
        '  GET /public/v1/invoices/2/',
      ].join('\n'),
    )
    expect(() => expect(createSimulator()).toHaveReceived(INVOICES)).toThrow(
      'but received none, nor any other request',
    )
  })

  test('what came though it should not', () => {
    const wanted = { reference_number: 'R-1', items: [{ rate: '10.00' }] }
    expect(() => expect(simulator).not.toHaveReceived(INVOICES, wanted)).toThrow(
      /received:\n {2}#1 at 2026-01-15T09:00:00.000Z: POST .*, with reference_number "R-1", items\[0\]\.rate "10\.00"$/,
    )
  })

  test('that it is for simulators', () => {
    expect(() => matchers.toHaveReceived([], INVOICES)).toThrow('this matcher is for a simulator')
  })
})
