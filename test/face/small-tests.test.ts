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
    'a 429 needs what emptied the bucket',
    { rateLimits: { endpoint: BUCKET } },
    async (send) => {
      await send('POST', INVOICES, INVOICE)
      await times(4, () => send('GET', CUSTOMERS))
    },
    [2, 3, 4, 5],
  ],
  [
    'a record needs to have been made, by whichever came last',
    {},
    async (send) => {
      await times(3, () => send('POST', INVOICES, INVOICE))
      await send('GET', CUSTOMERS)
      await send('GET', `${INVOICES}1/`)
    },
    [3, 5],
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

describe('POST /repeat with small: true', () => {
  it.each(STORIES)('%s', async (_, options, story, needed) => {
    const simulator = createSimulator({ rateLimits: false, ...options })
    await story(clientOf(simulator), simulator)
    const response = await controls(simulator)(
      new Request('http://simulator.test/__simulator/repeat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ entries: simulator.timeline.map(({ sequence }) => sequence), small: true }),
      }),
    )
    expect(await response.json()).toEqual({ differences: [], entries: needed })
  })
})
