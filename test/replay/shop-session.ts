import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import { clientOf } from '../support/client'

const CONTACT = { address: 'Street 1', country: 'US', email: 'a@example.com', website: '', phone: '' }

/** A session with a service that answers as `options` say, and that had a past. */
export async function shopSession(options: SimulatorOptions = {}, past = 5): Promise<Simulator> {
  const simulator = createSimulator({ seed: 'the service', now: '2026-03-02T08:00:00.123Z', ...options })
  for (let n = 0; n < past; n += 1) {
    const { id } = simulator.records.customers.create({ ...CONTACT, name: `Old ${n}`, unique_id: `old-${n}` })
    simulator.records.invoices.create({
      date: '2026-03-01',
      company_id: 1,
      customer_id: id,
      items: [{ item_id: 1, quantity: 1, rate: '5' }],
    })
  }
  const send = clientOf(simulator)
  const call = async (...[method, path, body, headers]: Parameters<typeof send>) => {
    await simulator.clock.advance({ seconds: 3 })
    return (await send(method, path, body, headers)).body
  }
  await call('GET', '/public/v1/items/?limit=3&ordering=id')
  const customer = await call('POST', '/public/v1/customers/', {
    ...CONTACT,
    name: 'New Ltd',
    unique_id: 'new-1',
  })
  await call('POST', '/public/v1/customers/', { ...CONTACT, name: 'New Ltd again', unique_id: 'new-1' })
  const body = {
    date: '2026-03-02',
    company_id: 1,
    customer_id: customer.id ?? 6 + past,
    reference_number: 'A-1',
    items: [{ item_id: 1, quantity: '3', rate: '19.995' }],
    nonsense: true,
  }
  const key = { 'Idempotency-Key': 'k1' }
  const invoice = await call('POST', '/public/v1/invoices/', body, key)
  await call('POST', '/public/v1/invoices/', body, key)
  await call('POST', '/public/v1/invoices/', { ...body, memo: 'other' }, key)
  const lines = [{ item_id: 1, quantity: 1, rate: 0.375 }]
  await call('POST', '/public/v1/invoices/', {
    ...body,
    nonsense: undefined,
    reference_number: 'A-2',
    items: lines,
  })
  const number = invoice.number ?? past + 1
  await call('GET', `/public/v1/invoices/${number}/`)
  await call('GET', `/public/v1/invoices/${number}`)
  await call('GET', `/public/v1/invoices/?customer_id=${body.customer_id}`)
  await call('GET', `/public/v1/invoices/?customer_id=${body.customer_id}&colour=red`)
  await call('POST', '/public/v1/invoices/', { ...body, reference_number: 'A-3', items: [] })
  await call('POST', '/public/v1/invoices/', '[1,2]')
  await call('POST', '/public/v1/customer-payments/', {
    date: '2026-03-02',
    company_id: 1,
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
    check_number: 'C1',
    memo: '',
    items: [{ invoice_number: number, amount: '10.00' }],
  })
  await call('GET', `/public/v1/invoices/${number}/`)
  await call('DELETE', `/public/v1/customers/${body.customer_id}/`)
  const other = await call('POST', '/public/v1/customers/', { ...CONTACT, name: 'Brief', unique_id: 'brief' })
  await call('DELETE', `/public/v1/customers/${other.id}/`)
  await call('GET', '/public/v1/invoices/999999/')
  await call('GET', '/public/health/')
  return simulator
}
