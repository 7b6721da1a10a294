// A typed client in a process of its own, recorded by node-fetch-har: prints a HAR 1.2 file.
import nodeFetch from 'node-fetch'
import { createHarLog, withHar } from 'node-fetch-har'
import createClient from 'openapi-fetch'

const [baseUrl, apiKey] = process.argv.slice(2)
const har = createHarLog()
const recorded = withHar(nodeFetch, { har })
const client = createClient({
  baseUrl,
  headers: { 'X-API-KEY': apiKey },
  // node-fetch knows requests of its own only.
  fetch: async ({ url, method, headers, body }) =>
    recorded(url, {
      method,
      headers: Object.fromEntries(headers),
      ...(body && { body: await new Response(body).text() }),
    }).then(async (answer) => new Response(await answer.text(), { status: answer.status })),
})

const sell = (rate) =>
  client.POST('/public/v1/invoices/', {
    params: { header: { 'Idempotency-Key': `sale-of-${rate}` } },
    body: {
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      items: [{ item_id: 1, quantity: 1, rate, position: 1 }],
    },
  })
const { data: invoice } = await sell('120.00')
await sell('120.00')
await client.POST('/public/v1/customer-payments/', {
  body: {
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    check_number: '1001',
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
    memo: '',
    items: [{ invoice_number: invoice.number, amount: '20.00', position: 1 }],
  },
})
await client.GET('/public/v1/invoices/', {
  params: { query: { customer_id: [1], ordering: '-date', limit: 10 } },
})
await client.GET('/public/v1/invoices/{record_number}/', { params: { path: { record_number: 99 } } })
process.stdout.write(JSON.stringify(har))
