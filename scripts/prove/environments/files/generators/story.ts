import assert from 'node:assert/strict'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { connect } from './client'
import { Refused } from './refused'

/** One story through a generated client: its types have to allow each step, and its requests have to arrive. */
const simulator = createSimulator()
const server = await serve(simulator)
const service = connect(server.url, simulator.apiKey)
const hook = 'https://hooks.example.com/'
simulator.webhooks.connect(hook, () => new Response(null, { status: 200 }))

let steps = 0
const done = (what: string): void => {
  steps += 1
  console.log(`${steps}. ${what}`)
}

async function refusalOf(work: Promise<unknown>): Promise<Refused> {
  const error: unknown = await work.then(
    () => assert.fail('was not refused'),
    (reason: unknown) => reason,
  )
  assert(error instanceof Refused, String(error))
  return error
}

const companies = await service.listCompanies()
const company = companies.items[0] ?? assert.fail('there is no company')
assert.deepEqual([company.id, company.name], [1, 'Example Trading Inc.'])
done('a company is read')

const person = { email: 'books@example.com', phone: '555-0100', website: 'https://example.com' }
const address = { address: '1 Market Street, Salem', country: 'US' }
const customer = await service.createCustomer({ name: 'Fern Florists', ...person, ...address })
assert.equal(customer.name, 'Fern Florists')
done('a customer is created')

const stool = { name: 'Stool', sku: 'STOOL', is_active: true, item_type: 'good' as const }
const item = await service.createItem({ ...stool, income_account_id: 15 })
assert.equal(item.sku, 'STOOL')
done('an item is created')

const webhook = await service.createWebhook({ url: hook, topics: ['core.invoice/created'] })
assert.deepEqual([webhook.url, webhook.is_active], [hook, true])
done('a webhook is registered')

const sale = (rate: string) => ({
  date: '2026-01-15',
  company_id: company.id,
  customer_id: customer.id,
  items: [{ item_id: item.id, quantity: '2', rate, position: 1, memo: 'Stools' }],
})
const invoice = await service.createInvoice(sale('60.00'), 'sale-1')
assert.deepEqual(
  [invoice.amount, invoice.amount_due, invoice.items?.[0]?.item_id],
  ['120.00', '120.00', item.id],
)
done('an invoice is created')

const again = await service.createInvoice(sale('60.00'), 'sale-1')
assert.equal(again.number, invoice.number)
await service.createInvoice(sale('40.25'), 'sale-2')
done('a repeated key answers again')

const numbers: number[] = []
for (let offset = 0; ; offset += 1) {
  const page = await service.listInvoices({ limit: 1, offset, ordering: 'number' })
  numbers.push(...page.items.map(({ number }) => number))
  if (numbers.length === page.count) break
}
assert.deepEqual(numbers, [1, 2])
done('a list is read page by page')

const filters = {
  customer_id: [customer.id, 999],
  record_status: ['posted' as const],
  ordering: '-number' as const,
}
const found = await service.listInvoices(filters)
assert.deepEqual([found.count, found.items[0]?.amount], [2, '80.50'])
assert.equal((await service.listInvoices({ ...filters, customer_id: [1] })).count, 0)
done('a list is filtered')

const attached = await service.attachToInvoice(invoice.number, [new File(['paid'], 'receipt.txt')])
assert.deepEqual([attached.attachments[0]?.file_name, attached.attachments[0]?.file_size], ['receipt.txt', 4])
done('a file is attached')

const payment = await service.createCustomerPayment({
  date: '2026-01-20',
  company_id: company.id,
  customer_id: customer.id,
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  check_number: '1001',
  memo: '',
  items: [{ invoice_number: invoice.number, amount: '50.00', position: 1 }],
})
assert.equal(payment.amount, '50.00')
assert.equal((await service.getInvoice(invoice.number)).amount_due, '70.00')
done('an invoice is paid in part')

const { items, ...head } = sale('20.00')
const credit = await service.createCustomerCredit({ ...head, invoice_number: invoice.number, items })
assert.deepEqual([credit.amount, credit.customer_id], ['40.00', customer.id])
done('an invoice is credited')

const invalid = await refusalOf(service.createInvoice({ ...sale('1.00'), customer_id: 999 }))
assert.deepEqual([invalid.status, Object.keys(invalid.errors)], [422, ['customer_id']])
done('a mistake is refused')

const missing = await refusalOf(service.getInvoice(99))
assert.deepEqual([missing.status, Object.keys(missing.errors)], [404, ['__all__']])
done('a record that does not exist is not found')

const moved = { ...person, address: '2 Market Street, Salem', country: 'US' }
const changed = await service.updateCustomer(customer.id, { name: 'Fern and Daughter', ...moved })
assert.deepEqual([changed.name, changed.address], ['Fern and Daughter', moved.address])
done('a customer is changed')

await simulator.webhooks.flush()
const deliveries = await service.listWebhookDeliveries(webhook.uuid)
assert.deepEqual(
  deliveries.items.map(({ topic }) => topic),
  ['core.invoice/created', 'core.invoice/created'],
)
const paused = await service.updateWebhook(webhook.uuid, { is_active: false })
assert.equal(paused.is_active, false)
done('deliveries are listed, and the webhook is paused')

const other = await service.createCustomer({ name: 'Ivy', ...person, ...address })
assert.equal((await service.deleteCustomer(other.id)).success, true)
assert.equal((await refusalOf(service.getCustomer(other.id))).status, 404)
done('a customer is deleted')

await server.close()
console.log(`The story has ${steps} steps.`)
