import { createSimulator } from 'accounting-simulator'
import createClient from 'openapi-fetch'
import type { components, paths } from './service'

/** A client whose types were written from the OpenAPI document of the package, against the simulator itself. */
const simulator = createSimulator()
const client = createClient<paths>({
  baseUrl: simulator.baseUrl,
  headers: { 'X-API-KEY': simulator.apiKey },
  fetch: simulator.fetch,
})

type Invoice = components['schemas']['Invoice']

async function sell(rate: string): Promise<Invoice> {
  const { data, error } = await client.POST('/public/v1/invoices/', {
    params: { header: { 'Idempotency-Key': `sale-of-${rate}` } },
    body: {
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      items: [{ item_id: 1, quantity: 1, rate, position: 1 }],
    },
  })
  if (error) throw new Error(JSON.stringify(error.errors))
  return data
}

const invoices = [await sell('120.00'), await sell('80.50')]
const paid = await client.POST('/public/v1/customer-payments/', {
  body: {
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    check_number: '1001',
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
    memo: '',
    items: invoices.map(({ number, amount_due }) => ({
      invoice_number: number,
      amount: amount_due,
      position: 1,
    })),
  },
})
const open = await client.GET('/public/v1/invoices/', {
  params: { query: { customer_id: [1], record_status: ['posted'], ordering: '-date', limit: 10 } },
})
const missing = await client.GET('/public/v1/invoices/{record_number}/', {
  params: { path: { record_number: 99 } },
})

console.log(`paid ${paid.data?.amount}`)
for (const { number, amount, amount_due } of open.data?.items ?? [])
  console.log(`invoice ${number}: ${amount}, of which ${amount_due} are due`)
console.log(`invoice 99: ${missing.error?.errors.__all__?.join()}`)
