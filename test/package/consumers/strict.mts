import { createSimulator, type Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { type SimulatorServer, serve } from 'accounting-simulator/node'

async function main(): Promise<void> {
  const simulator: Simulator = createSimulator({ seed: 7, rateLimits: false })
  const customer = simulator.records.customers.create({
    name: 'Typed & Sons',
    email: 'a@b.example',
    address: '',
    country: '',
    phone: '',
    website: '',
  })
  const invoice = simulator.records.invoices.create({
    date: '2026-01-15',
    company_id: 1,
    customer_id: customer.id,
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
    items: [{ item_id: 1, quantity: '2', rate: '10.50', position: 1 }],
  })
  const amount: string = invoice.amount
  if (amount !== '21.00') throw new Error(`The invoice is over ${amount}.`)
  if (simulator.books.check().length > 0) throw new Error('The books are broken.')

  // The types of the matchers under jest come with them.
  const name: keyof jest.Matchers<void> & keyof typeof matchers = 'toHaveNoDuplicates'
  if (!matchers[name](simulator).pass) throw new Error('Something was made twice.')

  const path = `/public/v1/invoices/${invoice.number}/`
  const headers = { 'x-api-key': simulator.apiKey }
  const server: SimulatorServer = await serve(simulator, { port: 0 })
  const overHttp = await (await fetch(server.url + path, { headers })).text()
  await server.close()
  const direct = await simulator.fetch(new Request(simulator.baseUrl + path, { headers }))
  if ((await direct.text()) !== overHttp) throw new Error('Two doors disagree.')
  simulator[Symbol.dispose]()
}

main()
