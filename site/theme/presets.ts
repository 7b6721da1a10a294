/** Programs of the playground, by the name that its menu shows. Each begins with a simulator of its own. */
export const PRESETS: Readonly<Record<string, string>> = {
  'A lost response': `const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
const body = JSON.stringify({
  date: '2026-01-15', company_id: 1, customer_id: 1,
  items: [{ item_id: 1, quantity: 2, rate: '120.00' }],
})
const post = () => simulator.fetch('/public/v1/invoices/', { method: 'POST', headers, body })

// The invoice is written, and the answer is lost. The client tries again.
simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
await post().catch(() => post())
await simulator.clock.advance('30 days')
console.log(simulator.records.invoices.count(), 'invoices for one order: no Idempotency-Key')
`,
  'A rate limit': `const headers = { 'X-API-KEY': simulator.apiKey }
const get = () => simulator.fetch('/public/v1/invoices/', { headers })

// The client asks without a pause until it is refused.
let response = await get()
let calls = 1
while (response.status !== 429) {
  response = await get()
  calls += 1
}
const seconds = response.headers.get('Retry-After')
console.log('call', calls, 'was answered 429, Retry-After', seconds)
await simulator.clock.advance(seconds + ' seconds')
console.log('after that time:', (await get()).status)
`,
  'A webhook that is down': `const url = 'https://hooks.example.com/'
simulator.webhooks.connect(url, () => new Response('upstream is gone', { status: 502 }))
await simulator.fetch('/public/v2/webhooks/', {
  method: 'POST',
  headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
  body: JSON.stringify({ url, topics: ['core.invoice/created'] }),
})
simulator.make.invoice()

// Five days of failures pass in some milliseconds. Then the service disables the webhook.
await simulator.clock.advance('6 days')
console.log(simulator.webhooks.attempts.length, 'attempts')
const [attempt] = simulator.webhooks.attempts
console.log('the first at', attempt.at, 'and the last at', simulator.webhooks.attempts.at(-1).at)
`,
  'An approval': `const { records, admin } = simulator
records.approvalPolicies.create({
  name: 'Large invoices',
  record_type: 'invoice',
  steps: [{
    name: 'Finance',
    approver_ids: [7],
    conditions: [{ field: 'amount', operator: 'gte', value: 1000 }],
  }],
})
const invoice = records.invoices.create({
  date: '2026-01-15', company_id: 1, customer_id: 1,
  items: [{ item_id: 1, quantity: 10, rate: '120.00' }],
})
console.log(invoice.approval_status, invoice.record_status)
admin.approvals.approve(invoice, { by: 7 })
console.log(records.invoices.get(invoice.number).record_status)
console.log(simulator.books.trialBalance())
`,
  'A recurring invoice': `simulator.make.recurringInvoice()

// Each occurrence is written when the clock reaches it.
await simulator.clock.advance('3 months')
for (const { number, date, amount } of simulator.records.invoices.list().items)
  console.log('invoice', number, 'of', date, 'amounts to', amount)
console.log('what is wrong with the books:', simulator.books.check())
`,
  'A closed month': `const { records, admin } = simulator
const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
const body = JSON.stringify({
  date: '2026-01-15', company_id: 1, customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '80.00' }],
})
admin.periods.lockThrough(1, '2026-01-31')
const response = await simulator.fetch('/public/v1/invoices/', { method: 'POST', headers, body })
console.log(response.status, await response.json())
console.log(simulator.traffic.at(-1).why)
`,
}
