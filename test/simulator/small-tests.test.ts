import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client'
import { INVOICE, INVOICES } from '../support/worlds/shop'

const CUSTOMERS = '/public/v1/customers/'
const BUCKET = { burst: 3, refillPerSecond: 1 }

type Send = ReturnType<typeof clientOf>

/** Does something so many times, one after the other. */
const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await work()
}

/** A story, and the entries that its last one needs to end as it did. */
const STORIES: readonly (readonly [
  string,
  object,
  (send: Send, simulator: Simulator) => Promise<unknown>,
  readonly number[],
])[] = [
  [
    'a refused body needs nothing',
    {},
    async (send) => {
      await times(9, () => send('POST', INVOICES, INVOICE))
      await send('POST', INVOICES, { date: '2026-01-15' })
    },
    [10],
  ],
  [
    'a refused body needs no approval of another record',
    {},
    async (send, { admin, records, make }) => {
      records.approvalPolicies.create({
        name: 'All',
        record_type: 'bill',
        steps: [{ name: 'Finance', approver_ids: [7] }],
      })
      admin.approvals.approve(make.bill())
      await send('POST', INVOICES, { ...INVOICE, customer_id: 999 })
    },
    [4],
  ],
  [
    'a 429 needs what emptied the bucket',
    { rateLimits: { endpoint: BUCKET } },
    async (send) => {
      await send('POST', INVOICES, INVOICE)
      await times(4, () => send('GET', CUSTOMERS))
    },
    [2, 3, 4, 5],
  ],
  [
    'a record needs to have been made',
    {},
    async (send) => {
      await times(3, () => send('POST', INVOICES, INVOICE))
      await send('GET', CUSTOMERS)
      await send('GET', `${INVOICES}1/`)
    },
    [1, 5],
  ],
  [
    'a payment that is refused for its amount needs the invoice, not another refusal with its status',
    {},
    async (send) => {
      await send('POST', INVOICES, INVOICE)
      await send('GET', CUSTOMERS)
      await send('POST', '/public/v1/customer-payments/', {
        date: '2026-01-15',
        company_id: 1,
        customer_id: 1,
        currency_iso_4217_code: 'USD',
        exchange_rate: '1',
        check_number: '1',
        memo: 'all of it',
        items: [{ invoice_number: 1, amount: '99999.00' }],
      })
    },
    [1, 3],
  ],
  [
    'a 429 after many changes needs the requests of its bucket alone',
    { rateLimits: { endpoint: BUCKET } },
    async (send) => {
      await send('POST', INVOICES, INVOICE)
      await times(3, () => send('PUT', `${INVOICES}1/`, INVOICE))
      await times(3, () => send('GET', CUSTOMERS))
      await send('PUT', `${INVOICES}1/`, INVOICE)
      await send('GET', CUSTOMERS)
    },
    [5, 6, 7, 9],
  ],
  [
    'a key that a call issued long before is issued',
    {},
    async (_, simulator) => {
      const { key } = simulator.admin.keys.issue({ label: 'Web shop' })
      const own = clientOf(simulator, key)
      await times(9, () => own('POST', INVOICES, INVOICE))
      await own('POST', INVOICES, { date: '2026-01-15' })
    },
    [1, 11],
  ],
]

const payment = (invoice: number, amount = '99999.00'): object => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  check_number: '1',
  memo: 'all of it',
  items: [{ invoice_number: invoice, amount }],
})
const PAYMENTS = '/public/v1/customer-payments/'

/** A story whose last entry names a record that came late: its entries, its numbers, and what is sent at the end. */
const LATE: readonly (readonly [
  string,
  (send: Send, simulator: Simulator) => Promise<unknown>,
  { readonly entries: readonly number[]; readonly numbers: object; readonly sent: object },
])[] = [
  [
    'a payment of a late invoice needs that invoice alone, which is the first one there',
    async (send) => {
      await times(30, () => send('POST', INVOICES, INVOICE))
      await times(9, () => send('GET', CUSTOMERS))
      await send('POST', PAYMENTS, payment(23))
    },
    {
      entries: [23, 40],
      numbers: { 'invoices 23': 1 },
      sent: { request: { body: JSON.stringify(payment(1)) }, response: { status: 422 } },
    },
  ],
  [
    'what was paid before is paid again',
    async (send, simulator) => {
      await times(9, () => send('POST', INVOICES, INVOICE))
      await send('POST', PAYMENTS, payment(7, simulator.records.invoices.get(7).amount))
      await times(9, () => send('POST', INVOICES, INVOICE))
      await send('POST', PAYMENTS, payment(7, '0.01'))
    },
    {
      entries: [7, 10, 20],
      numbers: { 'invoices 7': 1 },
      sent: { request: { body: JSON.stringify(payment(1, '0.01')) }, response: { status: 422 } },
    },
  ],
  [
    'a path names it, and a host had made it',
    async (send, simulator) => {
      await times(9, async () => void simulator.make.customer())
      const { id } = simulator.make.customer({ name: 'Late' })
      await times(9, async () => void simulator.make.customer())
      await send('PUT', `${CUSTOMERS}${id}/`, { name: 5 })
    },
    {
      entries: [10, 20],
      numbers: { 'customers 15': 6 },
      sent: { request: { url: expect.stringContaining('/customers/6/') }, response: { status: 422 } },
    },
  ],
  [
    'a recurring invoice has another number than the invoice of that number',
    async (send, { make }) => {
      await times(4, () => send('POST', INVOICES, INVOICE))
      await times(3, async () => void make.recurringInvoice())
      await send('PUT', '/public/v1/recurring/invoices/3/', { customer_id: 'x' })
    },
    {
      entries: [7, 8],
      numbers: { 'recurringInvoices 3': 1 },
      sent: {
        request: { url: expect.stringContaining('/recurring/invoices/1/') },
        response: { status: 422 },
      },
    },
  ],
  [
    'the path of a record type that is not called like it',
    async (send, { records }) => {
      const policy = { record_type: 'bill', steps: [{ name: 'Finance', approver_ids: [7] }] } as const
      await times(3, async () => void records.approvalPolicies.create({ name: 'All', ...policy }))
      await send('GET', '/public/v1/workflows/3/')
    },
    {
      entries: [3, 4],
      numbers: { 'approvalPolicies 3': 1 },
      sent: { request: { url: expect.stringContaining('/workflows/1/') }, response: { status: 200 } },
    },
  ],
]

describe('POST /repeat with small: true, of a refusal that names a late record', () => {
  it.each(LATE)('%s', async (_, story, { entries, numbers, sent }) => {
    const simulator = createSimulator({ rateLimits: false })
    await story(clientOf(simulator), simulator)
    const found = (await smallOf(simulator)) as { readonly requests: Readonly<Record<number, object>> }
    expect(found).toMatchObject({ differences: [], entries, numbers })
    expect(found.requests[entries.at(-1) ?? 0]).toMatchObject(sent)
  })
})

async function smallOf(simulator: Simulator, options = {}): Promise<unknown> {
  const response = await controls(
    simulator,
    options,
  )(
    new Request('http://simulator.test/__simulator/repeat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ entries: simulator.timeline.map(({ sequence }) => sequence), small: true }),
    }),
  )
  return response.json()
}

describe('POST /repeat with small: true', () => {
  it.each(STORIES)('%s', async (_, options, story, needed) => {
    const simulator = createSimulator({ rateLimits: false, ...options })
    await story(clientOf(simulator), simulator)
    expect(await smallOf(simulator)).toEqual({ differences: [], entries: needed })
  })
})
