/** Programs of the playground, by the name that its menu shows. Each begins with a simulator of its own. */
export const PRESETS: Readonly<Record<string, string>> = {
  'A lost response': `const { faults, clock, records } = simulator
const request = {
  method: 'POST',
  headers: {
    'X-API-KEY': simulator.apiKey,
    'Content-Type': 'application/json',
    // 'Idempotency-Key': 'order-1',
  },
  body: JSON.stringify({
    date: '2026-01-15', company_id: 1, customer_id: 1,
    items: [{ item_id: 1, quantity: 2, rate: '120.00' }],
  }),
}
const post = () => simulator.fetch('/public/v1/invoices/', request)

// The invoice is written, and the answer is lost.
const on = 'POST /public/v1/invoices/'
faults.inject({ on, then: { loseResponse: true } })
// The client tries again. With its key it would get the answer.
await post().catch(() => post())
await clock.advance('30 days')
console.log(records.invoices.count(), 'invoices for one order')
`,
  'A rate limit': `const headers = { 'X-API-KEY': simulator.apiKey }
const path = '/public/v1/invoices/'
const get = () => simulator.fetch(path, { headers })

// The client asks without a pause until it is refused.
let response = await get()
let calls = 1
while (response.status !== 429) {
  response = await get()
  calls += 1
}
const wait = response.headers.get('Retry-After')
console.log('call', calls, 'was answered 429, Retry-After', wait)
await simulator.clock.advance(wait + ' seconds')
console.log('after that time:', (await get()).status)
`,
  'A webhook that is down': `const url = 'https://hooks.example.com/'
const gone = { status: 502 }
simulator.webhooks.connect(url, () => new Response('gone', gone))
await simulator.fetch('/public/v2/webhooks/', {
  method: 'POST',
  headers: {
    'X-API-KEY': simulator.apiKey,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ url, topics: ['core.invoice/created'] }),
})
simulator.make.invoice()

// Five days of failures pass in some milliseconds.
// Then the service disables the webhook.
await simulator.clock.advance('6 days')
const { attempts } = simulator.webhooks
console.log(attempts.length, 'attempts')
console.log('the first at', attempts[0].at)
console.log('the last at', attempts.at(-1).at)
`,
  'An approval': `const { records, admin } = simulator
const large = { field: 'amount', operator: 'gte', value: 1000 }
records.approvalPolicies.create({
  name: 'Large invoices',
  record_type: 'invoice',
  steps: [{
    name: 'Finance',
    approver_ids: [7],
    conditions: [large],
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
const { items } = simulator.records.invoices.list()
for (const { number, date, amount } of items)
  console.log('invoice', number, 'of', date, 'amounts to', amount)
const wrong = simulator.books.check()
console.log('what is wrong with the books:', wrong)
`,
  'A closed month': `const { records, admin } = simulator
const headers = {
  'X-API-KEY': simulator.apiKey,
  'Content-Type': 'application/json',
}
const body = JSON.stringify({
  date: '2026-01-15', company_id: 1, customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '80.00' }],
})
admin.periods.lockThrough(1, '2026-01-31')
const response = await simulator.fetch('/public/v1/invoices/', {
  method: 'POST', headers, body,
})
console.log(response.status, await response.json())
console.log(simulator.traffic.at(-1).why)
`,
}
