import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'
import { table } from '../support/table'

const INVOICES = '/public/v1/invoices/'
const INVOICE: Json = {
  ...{ company_id: 1, customer_id: 1, date: '2026-01-15', currency_iso_4217_code: 'USD', exchange_rate: '1' },
  items: [{ item_id: 1, quantity: '1', rate: '100' }],
}
const CUSTOMER = { name: 'New', email: '', phone: '', website: '', address: '', country: 'US' }
const ADDRESS = { street: '1 Road', city: 'Town', postal_code: '12345' }

const opened = (options: SimulatorOptions = {}) => {
  const simulator = createSimulator({ rateLimits: false, ...options })
  return { simulator, send: clientOf(simulator) }
}

/** docs/service.md §1.2: a missing `transaction_date` becomes `date`. */
test.each([
  ['left out', {}, '2026-01-15'],
  ['null', { transaction_date: null }, '2026-01-15'],
  ['sent', { transaction_date: '2026-01-10' }, '2026-01-10'],
])('a transaction_date that is %s', async (_, sent, shown) => {
  const { send } = opened()
  const { body } = await send('POST', INVOICES, { ...INVOICE, ...sent })
  expect([body.date, body.transaction_date]).toEqual(['2026-01-15', shown])
})

/** docs/service.md §1.3: `number` counts in a record type, `internal_id` over all of them. */
test('numbers and ids', async () => {
  const { send } = opened()
  const bill = { ...INVOICE, customer_id: undefined, vendor_id: 1 }
  const made: Json[] = []
  for (const [path, body] of [
    [INVOICES, INVOICE],
    ['/public/v1/bills/', bill],
    [INVOICES, INVOICE],
  ] as const)
    made.push((await send('POST', path, body)).body)
  expect(made.map(({ number }) => number)).toEqual([1, 1, 2])
  const [first = 0, ...more] = made.map(({ internal_id }) => internal_id as number)
  expect(more).toEqual([first + 1, first + 2])
  const [line] = (made[0]?.items ?? []) as Json[]
  expect(Number.isInteger(line?.id)).toBe(true)
})

/** docs/service.md §1.3: `record_number`, `account_number`, `item_id`, `classification_id`, `company_id`, `customer_id`, `record_id` and `contract_id` are whole numbers. */
test.each(['invoices', 'accounts', 'items', 'classifications', 'companies', 'customers', 'contracts'])(
  'an id of %s that is no whole number',
  async (group) => {
    const { send } = opened()
    for (const id of ['1.0', 'one', '1e0', '-1', '0x1'])
      expect.soft((await send('GET', `/public/v1/${group}/${id}/`)).status, id).toBeGreaterThanOrEqual(400)
  },
)

/** docs/service.md §2.1: `actor_type`, `email`, `first_name`, `last_name` and `timestamp`; an `api_key` has its label. */
test('who wrote a record', async () => {
  const { simulator, send } = opened()
  const { body } = await send('POST', INVOICES, INVOICE)
  const actor = body.created_by as Json
  expect(Object.keys(actor).sort()).toEqual(['actor_type', 'email', 'first_name', 'last_name', 'timestamp'])
  expect(actor).toMatchObject({ actor_type: 'api_key', timestamp: simulator.clock.now.replace('.000Z', 'Z') })
  expect(typeof actor.first_name).toBe('string')
})

/** docs/service.md §2.2: what an address must have, and what `country` may be. */
test.each(
  table(`
    member          value     | outcome
    street          -         | 422
    city            -         | 422
    postal_code     -         | 422
    state           -         | 200
    second_line     -         | 200
    name            -         | 200
    country         -         | 200
    country         US        | 200
    country         us        | 422
    country         USA       | 422
  `),
)('an address with $member $value: $outcome', async ({ member, value, outcome }) => {
  const { send } = opened()
  const { [member as 'street']: _, ...rest } = {
    ...ADDRESS,
    state: '',
    second_line: '',
    name: '',
    country: '',
  }
  const address = value === '-' ? rest : { ...rest, [member]: value }
  for (const one of ['billing_address', 'shipping_address']) {
    const answer = await send('POST', INVOICES, { ...INVOICE, [one]: address })
    expect
      .soft([answer.status, Object.keys(answer.errors)])
      .toEqual([Number(outcome), outcome === '422' ? [one] : []])
  }
})

/** docs/service.md §2.2: `bill_to_address` and `ship_to_address` are texts; `billing_address` and `shipping_address` may be null. */
test('an address may be missing', async () => {
  const { send } = opened()
  const { body } = await send('POST', INVOICES, { ...INVOICE, billing_address: null })
  const { bill_to_address, ship_to_address, billing_address, shipping_address } = body
  expect([bill_to_address, ship_to_address, billing_address, shipping_address]).toEqual(['', '', null, null])
})

/** docs/service.md §2.3: `payment` with `type`, `id`, `body` and `link`; `payment-type-values`: every text is accepted. */
test.each([
  [null],
  [{}],
  [{ type: 'anything at all', id: 7, body: 'b', link: 'https://example.com' }],
  [{ type: null, id: null, body: null, link: null }],
])('a payment of %j', async (payment) => {
  const { send } = opened()
  const answer = await send('POST', INVOICES, { ...INVOICE, payment })
  expect(answer.status).toBe(200)
  if (payment === null) expect(answer.body.payment).toBeNull()
  else expect(answer.body.payment).toMatchObject(payment)
})

/**
 * docs/service.md §2.7: `attachment-request-entries` and `put-attachments`. `attachments` of a body are metadata with
 * `id`, `file_name`, `file_size`; `files` are uploaded.
 */
test('attachments over the life of a record', async () => {
  const { send } = opened()
  const entry = (id: number, file_name: string) => ({ id, file_name, file_size: 1 })
  const names = ({ body }: { body: Json }) => (body.attachments as Json[]).map(({ file_name }) => file_name)
  const item = `${INVOICES}1/`
  expect(names(await send('POST', INVOICES, INVOICE))).toEqual([])
  const form = new FormData()
  form.append('files', new File(['x'], 'up.txt'))
  expect(names(await send('POST', `${item}attachments/`, form))).toEqual(['up.txt'])
  expect((await send('POST', `${item}attachments/`, new FormData())).errors).toHaveProperty('files')
  const listed = { ...INVOICE, attachments: [entry(901, 'b.txt'), entry(900, 'a.txt')] }
  expect(names(await send('PUT', item, listed))).toEqual(['up.txt', 'b.txt', 'a.txt'])
  expect(names(await send('PUT', item, INVOICE))).toEqual(['up.txt', 'b.txt', 'a.txt'])
  expect(names(await send('PUT', item, { ...INVOICE, attachments: [entry(900, 'a.txt')] }))).toEqual([
    'up.txt',
    'a.txt',
  ])
  expect((await send('POST', INVOICES, { ...INVOICE, attachments: [{ id: 1 }] })).status).toBe(422)
})

/** docs/service.md §2.7: members of an entry that a body lists. */
test.each(
  table(`
    member        value               | outcome
    id            -                   | 422 Line 1: Field required
    file_name     -                   | 422 Line 1: Field required
    file_size     -                   | 422 Line 1: Field required
    file_size     1.5                 | 422 Line 1: Input should be a valid integer
    download_url  "https://a.test/a"  | 200 https://a.test/a
    upload_url    "https://a.test/b"  | 200 null
    category      "letters"           | 200 null
    category      -                   | 200 null
  `),
)('an entry of a file with $member $value: $outcome', async ({ member, value, outcome }) => {
  const { send } = opened()
  const { [member]: _, ...entry }: Json = { id: 900, file_name: 'a.txt', file_size: 1 }
  const attachments = [value === '-' ? entry : { ...entry, [member]: JSON.parse(value) }]
  const { status, body, errors } = await send('POST', INVOICES, { ...INVOICE, attachments })
  const [shown] = (body.attachments ?? []) as Json[]
  expect(`${status} ${shown ? shown.download_url : errors.attachments}`).toBe(outcome)
  if (shown) expect(Object.keys(shown)).toEqual(['id', 'file_name', 'file_size', 'download_url'])
})

/** docs/service.md §2.7. */
test('several files in one upload', async () => {
  const { send } = opened()
  await send('POST', INVOICES, INVOICE)
  const form = new FormData()
  for (const name of ['one.txt', 'two.txt']) form.append('files', new File(['x'], name))
  const { body } = await send('POST', `${INVOICES}1/attachments/`, form)
  expect((body.attachments as Json[]).map(({ file_name }) => file_name)).toEqual(['one.txt', 'two.txt'])
})

/** docs/service.md §2.8: `currency_iso_4217_code` takes one of the codes, and each has two decimals. */
test.each([
  ['usd', 422],
  ['XXX', 422],
  ['', 422],
  ['JPY', 200],
])('a currency of %s: %i', async (code, status) => {
  const { send } = opened()
  const answer = await send('POST', INVOICES, {
    ...INVOICE,
    currency_iso_4217_code: code,
    exchange_rate: '0.01',
  })
  expect([answer.status, answer.body.amount]).toEqual([status, status === 200 ? '100.00' : undefined])
})

/** docs/service.md §3.3: the list of items and `is_active`, `show_inactive`. */
test('inactive items are listed when they are asked for', async () => {
  const { send } = opened()
  const item = { name: 'Old', sku: 'old', item_type: 'good', is_active: false }
  expect((await send('POST', '/public/v1/items/', item)).status).toBe(201)
  const has = async (query: string) =>
    ((await send('GET', `/public/v1/items/${query}`)).body.items as Json[]).some(({ sku }) => sku === 'old')
  expect([
    await has(''),
    await has('?show_inactive=true'),
    await has('?is_active=false'),
    await has('?is_active=true'),
  ]).toEqual([false, true, true, false])
})

/** docs/service.md §3.5: `customer-type` and `active-by-host`. */
test('a customer that is created over the interface', async () => {
  const { simulator, send } = opened()
  const { body } = await send('POST', '/public/v1/customers/', { ...CUSTOMER, is_active: false })
  expect(body).toMatchObject({
    ...{ customer_type: 'company', is_active: true, is_taxable: true },
    ...{ default_tax_code: '', default_currency: '' },
  })
  simulator.records.customers.update(body.id as number, { is_active: false })
  expect((await send('GET', `/public/v1/customers/${body.id}/`)).body.is_active).toBe(false)
})

/** docs/service.md §3.7: payment terms have no operations. */
test('terms cannot be reached', async () => {
  const { send } = opened()
  expect((await send('GET', '/public/v1/terms/')).status).toBe(404)
})

/** docs/service.md §4.3: `unassigned-amount`. */
test.each([
  ['-0.01', 422, undefined],
  ['0.00', 422, undefined],
  ['25.50', 200, '25.50'],
])('a payment of nothing but an unassigned_amount of %s', async (unassigned_amount, status, amount) => {
  const { send } = opened()
  const { items: _, ...rest } = INVOICE
  const payment = { ...rest, check_number: '', memo: '', unassigned_amount }
  const answer = await send('POST', '/public/v1/customer-payments/', payment)
  expect([answer.status, answer.body.amount]).toEqual([status, amount])
})

/** docs/service.md §5.2: `status` and `timestamp`, the limits, and the key. */
test.each(['/public/health/', '/public/v3-alpha/health/'])('%s', async (path) => {
  const { simulator, send } = opened({ rateLimits: {} })
  const answer = await send('GET', path)
  expect([answer.status, answer.body]).toEqual([
    200,
    { status: 'ok', timestamp: simulator.clock.now.replace('.000Z', 'Z') },
  ])
  expect(answer.headers.get('X-RateLimit-Remaining')).toBe('9')
  expect((await clientOf(simulator, 'wrong')('GET', path)).status).toBe(403)
  expect((await clientOf(simulator, null)('GET', path)).status).toBe(401)
})

/** docs/service.md §7.3: `success` and `errors`; under `__all__`, under the field, under `lines`; `Line <n>: `. */
test.each([
  ['a key that is wrong', 'GET', `${INVOICES}99/`, undefined, '__all__'],
  ['an unknown customer', 'POST', INVOICES, { ...INVOICE, customer_id: 99 }, 'customer_id'],
  ['a date in another form', 'POST', INVOICES, { ...INVOICE, date: '15.01.2026' }, 'date'],
  ['missing lines', 'POST', INVOICES, { ...INVOICE, items: [] }, 'lines'],
  [
    'a wrong second line',
    'POST',
    INVOICES,
    { ...INVOICE, items: [...(INVOICE.items as Json[]), { item_id: 99 }] },
    'items',
  ],
])('%s', async (_, method, path, body, member) => {
  const { send } = opened()
  const answer = await send(method, path, body)
  expect(answer.body).toEqual({ success: false, errors: { [member]: expect.any(Array) } })
  if (member === 'items') expect(answer.errors.items?.[0]).toMatch(/^Line 2: /)
})

/** docs/service.md §8.3: `search` finds `number`, `internal_id`, `memo`, `reference_number` and the counterparty's name. */
test('a search of invoices', async () => {
  const { simulator, send } = opened()
  const { body } = await send('POST', INVOICES, { ...INVOICE, memo: 'Blue paint', reference_number: 'PO-77' })
  const { name } = simulator.records.customers.get(1)
  const count = async (text: string) =>
    (await send('GET', `${INVOICES}?search=${encodeURIComponent(text)}`)).body.count
  for (const text of [`${body.number}`, `${body.internal_id}`, 'BLUE', 'po-77', name.toUpperCase(), ''])
    expect.soft(await count(text), text).toBe(1)
  expect(await count('green')).toBe(0)
})
