// A client that buys, in a process of its own, recorded by node-fetch-har: prints a HAR 1.2 file.
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

const bill = (memo) => ({
  date: '2026-01-15',
  company_id: 1,
  vendor_id: 1,
  memo,
  expenses: [{ account_number: 6000, quantity: 1, rate: '80.00', position: 1 }],
})
const { data: rent } = await client.POST('/public/v1/bills/', { body: bill('Rent') })
const path = { record_number: rent.number }
await client.PUT('/public/v1/bills/{record_number}/', { params: { path }, body: bill('Rent of January') })
await client.GET('/public/v1/bills/', { params: { query: { vendor_id: [1], limit: 10 } } })
await client.GET('/public/v1/bills/{record_number}/', { params: { path: { record_number: 99 } } })
await client.POST('/public/v1/bills/', { body: { ...bill(''), vendor_id: 99 } })
process.stdout.write(JSON.stringify(har))
