import { type AssumptionOverrides, createSimulator, type Simulator } from 'accounting-simulator'
import { clientOf, type Json } from '../support/client'

const V1 = '/public/v1'
const DAY = '2026-03-02'
const contact = { email: 'a@example.com', address: 'Street 1', country: 'US', phone: '1', website: 'x' }

/** A session that asks everything that a recording can answer: a call or two for each rule of the wire. */
export async function longSession(assumptions: AssumptionOverrides): Promise<Simulator> {
  const simulator = createSimulator({ seed: 'long', now: '2026-03-02T08:00:00Z', assumptions })
  const send = clientOf(simulator)
  const burst = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    (await send(method, path, body, headers)).body
  const call: typeof burst = async (...args) => {
    await simulator.clock.advance({ seconds: 3 })
    return burst(...args)
  }
  const numberOf = (record: Json, otherwise: number): number =>
    (record.number ?? record.id ?? otherwise) as number

  await call('GET', '/public/health/')
  const items = await call('GET', `${V1}/items/?limit=3`)
  void items
  const customer = await call('POST', `${V1}/customers/`, { ...contact, name: 'New Ltd', unique_id: 'n-1' })
  const id = numberOf(customer, 6)
  await call('POST', `${V1}/customers/`, { ...contact, name: 'New Ltd', unique_id: 'n-1' })
  await call('POST', `${V1}/customers/`, { ...contact, name: 'Mute Ltd', phone: '' })
  await call('POST', `${V1}/customers/`, {})
  await call('GET', `${V1}/customers/?name=ew`)
  const line = (more: object = {}) => ({ item_id: 1, quantity: '3', rate: '19.995', ...more })
  const money = { currency_iso_4217_code: 'USD', exchange_rate: '1' }
  const invoice = (more: object = {}) => ({
    date: DAY,
    company_id: 1,
    customer_id: id,
    ...money,
    reference_number: 'A',
    items: [line({ position: 2 }), line({ rate: '0.375', quantity: '1', position: 1 })],
    ...more,
  })
  const tax = { code: 'VAT', rate: 10, amount: 3 }
  const key = { 'Idempotency-Key': 'order-1' }
  const first = await call('POST', `${V1}/invoices/`, invoice({ memo: 'urgent' }), key)
  await call('POST', `${V1}/invoices/`, invoice({ memo: 'urgent' }), key)
  await call('POST', `${V1}/invoices/`, invoice({ memo: 'other' }), key)
  await call('POST', `${V1}/customers/`, { ...contact, name: 'Keyed' }, key)
  await call('POST', `${V1}/invoices/`, invoice({ items: [] }), { 'Idempotency-Key': 'order-2' })
  await call('POST', `${V1}/invoices/`, invoice({ items: [] }), { 'Idempotency-Key': 'order-2' })
  await call('POST', `${V1}/invoices/`, invoice(), { 'Idempotency-Key': 'order 3' })
  await call(
    'POST',
    `${V1}/invoices/`,
    invoice({ currency_iso_4217_code: undefined, exchange_rate: undefined }),
  )
  await call('POST', `${V1}/invoices/`, invoice({ items: [line({ rate: 0.125 })] }))
  await call('POST', `${V1}/invoices/`, invoice({ items: [line({ tax })], term_id: 2 }))
  await call('POST', `${V1}/invoices/`, invoice({ items: [line({ tax: { code: 'VAT', rate: 10 } })] }))
  await call('POST', `${V1}/invoices/`, invoice({ items: [line(), line({ quantity: -1 })] }))
  await call('POST', `${V1}/invoices/`, invoice({ items: [line({ id: 4711 })] }))
  await call('POST', `${V1}/invoices/`, invoice({ date: '2026-03-02T10:00:00Z' }))
  await call('POST', `${V1}/invoices/`, invoice({ colour: 'red' }))
  await call('POST', `${V1}/invoices/`, invoice({ custom_fields: [{ Region: 'North' }] }))
  const draft = await call('POST', `${V1}/invoices/`, invoice({ record_status: 'draft', memo: 'kept' }))
  const drafted = numberOf(draft, 99)
  await call('PUT', `${V1}/invoices/${drafted}/`, invoice())
  await call('PUT', `${V1}/invoices/${drafted}/`, invoice({ memo: 'edited' }))
  await call('PUT', `${V1}/invoices/${drafted}/`, { memo: 'partly' })
  await call('POST', `${V1}/invoices/`, '[1, 2]')
  await call('POST', '/public/v2/invoices/', invoice())
  await call('POST', '/public/v2/bills/', { date: DAY, company_id: 1, vendor_id: 1, items: [line()] })
  const number = numberOf(first, 1)
  await call('GET', `${V1}/invoices/${number}/`)
  await call('GET', `${V1}/invoices/${number}`)
  await call('GET', `${V1}/invoices/${number}/?customer_id=999`)
  await call('DELETE', `${V1}/invoices/${number}/`)
  for (const query of [
    `customer_id=${id}`,
    `customer_id=${id},2`,
    'colour=red',
    'ordering=-amount',
    'ordering=memo',
    'search=urgent',
    'approval_status=approved',
  ])
    await call('GET', `${V1}/invoices/?${query}`)
  await call('GET', `${V1}/items/?company_id=1`)
  await call('GET', `${V1}/vendors/?limit=1`)
  await call('GET', '/public/v3-alpha/invoices/?limit=2')
  await call('GET', `/public/v3-alpha/invoices/lines/?start_date=2020-01-01&end_date=${DAY}`)
  const payment = (more: object = {}) => ({
    date: DAY,
    company_id: 1,
    ...money,
    check_number: 'C1',
    memo: '',
    items: [{ invoice_number: number, amount: '1.00' }],
    ...more,
  })
  await call('POST', `${V1}/customer-payments/`, payment())
  await call('POST', `${V1}/customer-payments/`, payment({ date: '2026-03-01' }))
  const credit = { ...invoice({ memo: '', items: [line({ classifications: [] })] }) }
  await call('POST', `${V1}/customer-credits/`, credit)
  const hook = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
  const { uuid } = await call('POST', '/public/v2/webhooks/', hook)
  if (typeof uuid === 'string') {
    await call('POST', `${V1}/invoices/`, invoice({ record_status: 'draft' }))
    await call('GET', `/public/v2/webhooks/${uuid}/`)
    await call('GET', `/public/v2/webhooks/${uuid}/deliveries/`)
  }
  await call('DELETE', `${V1}/customers/${id}/`)
  const brief = await call('POST', `${V1}/customers/`, { ...contact, name: 'Brief' })
  await call('DELETE', `${V1}/customers/${numberOf(brief, 9)}/`)
  await simulator.clock.advance('2 minutes')
  for (let n = 0; n < 12; n += 1) await burst('GET', `${V1}/invoices/${n % 3 === 0 ? number : drafted}/`)
  for (let n = 0; n < 5; n += 1) await burst('GET', `/public/v2/invoices/${number}/`)
  for (let n = 0; n < 4; n += 1) await burst('POST', '/public/v2/invoices/', invoice())
  await simulator.clock.advance('30 hours')
  await call('POST', `${V1}/invoices/`, invoice({ memo: 'urgent' }), key)
  return simulator
}
