import { type AssumptionOverrides, createSimulator, type Simulator } from 'accounting-simulator'
import { clientOf, type Json } from '../support/client'
import { fixedAsset } from '../support/worlds/fixed-asset'

const V1 = '/public/v1'
const V2 = '/public/v2'
const V3 = '/public/v3-alpha'
const DAY = '2026-03-02'
const INVOICES = `${V1}/invoices/`
const contact = { email: 'a@example.com', address: 'Street 1', country: 'US', phone: '1', website: 'x' }
const money = { currency_iso_4217_code: 'USD', exchange_rate: '1' } as const
const tax = { code: 'VAT', rate: 10 }

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Json>

/** What a session does its calls with. */
interface Stage {
  readonly simulator: Simulator
  /** Three seconds after the one before, so that no bucket gets empty. */
  readonly call: Call
  /** At once. */
  readonly burst: Call
  /** A customer and an invoice of today. */
  readonly customer: number
  readonly number: number
}

const line = (more: object = {}) => ({ item_id: 1, quantity: '3', rate: '19.995', ...more })

const numberOf = (record: Json, otherwise: number): number =>
  (record.number ?? record.id ?? otherwise) as number

const invoiceFor =
  ({ customer }: Pick<Stage, 'customer'>) =>
  (more: object = {}) => ({
    date: DAY,
    company_id: 1,
    customer_id: customer,
    ...money,
    reference_number: 'A',
    items: [line({ position: 2 }), line({ rate: '0.375', quantity: '1', position: 1 })],
    ...more,
  })

/** Short sessions; together they ask what a recording can answer. */
export const SESSIONS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async customers({ call }) {
    const again = { ...contact, name: 'New Ltd', unique_id: 'n-1' }
    await call('GET', '/public/health/')
    const made = await call('POST', `${V1}/customers/`, again)
    await call('POST', `${V1}/customers/`, again)
    await call('POST', `${V1}/customers/`, { ...contact, name: 'Mute Ltd', phone: '' })
    await call('POST', `${V1}/customers/`, {})
    await call('GET', `${V1}/customers/?name=ew`)
    await call('POST', INVOICES, invoiceFor({ customer: numberOf(made, 7) })())
    await call('DELETE', `${V1}/customers/${numberOf(made, 7)}/`)
    const brief = await call('POST', `${V1}/customers/`, { ...contact, name: 'Brief' })
    await call('DELETE', `${V1}/customers/${numberOf(brief, 9)}/`)
  },

  async bodies(stage) {
    const { call } = stage
    const invoice = invoiceFor(stage)
    await call('POST', INVOICES, invoice({ currency_iso_4217_code: undefined, exchange_rate: undefined }))
    await call('POST', INVOICES, invoice({ items: [line({ rate: 0.125 })] }))
    await call('POST', INVOICES, invoice({ items: [line({ tax: { ...tax, amount: 3 } })], term_id: 2 }))
    await call('POST', INVOICES, invoice({ items: [line({ tax })] }))
    await call('POST', INVOICES, invoice({ items: [line(), line({ quantity: -1 })] }))
    await call('POST', INVOICES, invoice({ items: [line({ id: 4711 })] }))
    await call('POST', INVOICES, invoice({ items: [] }))
    await call('POST', INVOICES, invoice({ date: '2026-03-02T10:00:00Z' }))
    await call('POST', INVOICES, invoice({ colour: 'red' }))
    await call('POST', INVOICES, invoice({ custom_fields: [{ Region: 'North' }] }))
    await call('POST', INVOICES, '[1, 2]')
    const credit = { ...invoice({ memo: '', items: [line({ classifications: [] })] }) }
    await call('POST', `${V1}/customer-credits/`, credit)
    await call('POST', `${V2}/bills/`, { date: DAY, company_id: 1, vendor_id: 1, items: [line()] })
  },

  async edits(stage) {
    const { call, number } = stage
    const invoice = invoiceFor(stage)
    const drafted = numberOf(
      await call('POST', INVOICES, invoice({ record_status: 'draft', memo: 'kept' })),
      99,
    )
    const at = `${INVOICES}${drafted}/`
    await call('PUT', at, invoice())
    await call('PUT', at, invoice({ memo: 'edited' }))
    await call('PUT', at, { memo: 'partly' })
    const shown = await call('GET', `${INVOICES}${number}/`)
    const [first] = (shown.items ?? []) as { id?: number }[]
    await call('PUT', `${INVOICES}${number}/`, invoice({ items: [line({ id: first?.id, rate: '5' })] }))
    const taxed = await call('POST', INVOICES, invoice({ items: [line({ tax })] }))
    const [kept] = (taxed.items ?? []) as { id?: number }[]
    await call('PUT', `${INVOICES}${numberOf(taxed, 98)}/`, invoice({ items: [line({ id: kept?.id })] }))
    const old = numberOf(await call('POST', INVOICES, invoice({ record_status: 'draft' })), 97)
    await call('PUT', `${INVOICES}${old}/`, invoice({ record_status: 'archived' }))
    await call('PUT', `${INVOICES}${old}/`, invoice({ record_status: 'posted' }))
    await call('DELETE', `${INVOICES}${number}/`)
  },

  async lists(stage) {
    const { call, customer, number } = stage
    await call('POST', INVOICES, invoiceFor(stage)({ memo: 'urgent', record_status: 'draft' }))
    await call('POST', INVOICES, invoiceFor(stage)({ memo: 'urgent' }))
    for (const query of [
      `customer_id=${customer}`,
      `customer_id=${customer},2`,
      'colour=red',
      'ordering=-amount',
      'ordering=memo',
      'search=urgent',
      'approval_status=approved',
    ])
      await call('GET', `${INVOICES}?${query}`)
    await call('GET', `${INVOICES}${number}`)
    await call('GET', `${INVOICES}${number}/?customer_id=999`)
    await call('GET', `${V1}/items/?company_id=1`)
    await call('GET', `${V1}/vendors/?limit=1`)
    await call('GET', `${V3}/invoices/?limit=2`)
    await call('GET', `${V3}/invoices/lines/?start_date=2020-01-01&end_date=${DAY}`)
  },

  async keys(stage) {
    const { call, simulator } = stage
    const invoice = invoiceFor(stage)
    const once = { 'Idempotency-Key': 'order-1' }
    await call('POST', INVOICES, invoice({ memo: 'urgent' }), once)
    await call('POST', INVOICES, invoice({ memo: 'urgent' }), once)
    await call('POST', INVOICES, invoice({ memo: 'other' }), once)
    await call('POST', `${V1}/customers/`, { ...contact, name: 'Keyed' }, once)
    const soon = invoice({ customer_id: stage.customer + 1 })
    await call('POST', INVOICES, soon, { 'Idempotency-Key': 'order-2' })
    await call('POST', `${V1}/customers/`, { ...contact, name: 'Soon' })
    await call('POST', INVOICES, soon, { 'Idempotency-Key': 'order-2' })
    await call('POST', INVOICES, invoice(), { 'Idempotency-Key': 'order 3' })
    await simulator.clock.advance('30 hours')
    await call('POST', INVOICES, invoice({ memo: 'urgent' }), once)
  },

  async limits(stage) {
    const { burst, number } = stage
    await stage.simulator.clock.advance('2 minutes')
    for (let n = 0; n < 11; n += 1) await burst('GET', `${INVOICES}${n % 3 === 0 ? number : 1}/`)
    for (let n = 0; n < 3; n += 1) await burst('GET', `${V2}/invoices/${number}/`)
    for (let n = 0; n < 4; n += 1) await burst('POST', `${V2}/invoices/`, invoiceFor(stage)())
  },

  async payments(stage) {
    const { call, number } = stage
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
    await call('GET', `${INVOICES}${number}/`)
    await call('PUT', `${INVOICES}${number}/`, invoiceFor(stage)({ memo: 'paid in part' }))
  },

  async webhooks(stage) {
    const { call, simulator } = stage
    const hook = {
      url: 'https://hooks.example.com/',
      topics: ['core.invoice/created', 'core.invoice/updated'],
    }
    const { uuid } = await call('POST', `${V2}/webhooks/`, hook)
    await call('POST', `${V2}/webhooks/`, { ...hook, url: 'http://127.0.0.1:3000/' })
    if (typeof uuid !== 'string') return
    await call('POST', INVOICES, invoiceFor(stage)({ record_status: 'draft' }))
    await call('POST', INVOICES, invoiceFor(stage)())
    await call('GET', `${V2}/webhooks/${uuid}/`)
    await call('GET', `${V2}/webhooks/${uuid}/deliveries/`)
    await simulator.clock.advance('3 hours')
    await call('GET', `${V2}/webhooks/${uuid}/deliveries/`)
  },

  async later(stage) {
    const { call, simulator } = stage
    const template = (status: string) => ({
      name: 'Rent',
      memo: 'Rent',
      date: '2026-03-05',
      company_id: 1,
      status,
      recurring_type: 'automatic',
      rrule: 'FREQ=MONTHLY',
      record_payload: invoiceFor(stage)(),
    })
    const made = await call('POST', `${V1}/recurring/invoices/`, template('active'))
    const owned = numberOf(await call('POST', `${V1}/fixed-assets/`, fixedAsset({ useful_life: 4 })), 1)
    const contract = await call('POST', `${V1}/contracts/`, {
      company_id: 1,
      customer_id: stage.customer,
      start_date: DAY,
      end_date: '2026-05-15',
      status: 'active',
      obligations: [
        line({ quantity: '1', rate: '100.00', position: 1, recognition_strategy: 'straight_line' }),
      ],
    })
    await simulator.clock.advance('40 days')
    await call('GET', `${V1}/recurring/invoices/${numberOf(made, 1)}/`)
    await call('GET', `${V1}/fixed-assets/${owned}/`)
    await call('GET', `${V1}/contracts/${numberOf(contract, 1)}/`)
    await call('GET', `${INVOICES}?ordering=-date`)
  },

  async usage(stage) {
    const { call, customer } = stage
    const metered = { item_id: 1, position: 1, rate: '2', recognition_strategy: 'usage' }
    const contract = await call('POST', `${V1}/contracts/`, {
      company_id: 1,
      customer_id: customer,
      start_date: '2026-03-01',
      status: 'active',
      obligations: [metered],
    })
    const [obligation] = (contract.obligations ?? []) as { id?: number }[]
    const at = `${V1}/contracts/${numberOf(contract, 1)}/usage/bulk-upsert/`
    const used = { obligation_id: obligation?.id ?? 1, usage_date: DAY, quantity: '10' }
    const made = await call('POST', at, { items: [used] })
    const [first] = (Array.isArray(made) ? made : []) as { id?: number }[]
    await call('POST', at, { items: [{ ...used, id: first?.id ?? 1, quantity: '15' }] })
    await call('GET', `${V1}/contracts/${numberOf(contract, 1)}/`)
    await call('GET', `${INVOICES}?ordering=-date`)
  },
}

/** Records sessions with a service that answers as the assumptions say, and that had a past. */
export async function recorded(
  assumptions: AssumptionOverrides,
  names: readonly string[],
  past = 2,
): Promise<Simulator> {
  const simulator = createSimulator({ seed: 'recorded', now: '2026-03-02T08:00:00Z', assumptions })
  const items = [{ item_id: 1, quantity: '1', rate: '5', position: 1 }]
  for (let n = 0; n < past; n += 1) {
    const { id } = simulator.records.customers.create({ ...contact, name: `Old ${n}`, unique_id: `old-${n}` })
    simulator.records.invoices.create({ date: '2026-03-01', company_id: 1, customer_id: id, ...money, items })
  }
  const send = clientOf(simulator)
  const burst: Call = async (...args) => (await send(...args)).body
  const call: Call = async (...args) => {
    await simulator.clock.advance({ seconds: 3 })
    return burst(...args)
  }
  for (const name of names) {
    const customer = numberOf(await call('POST', `${V1}/customers/`, { ...contact, name: `For ${name}` }), 1)
    const number = numberOf(await call('POST', INVOICES, invoiceFor({ customer })()), 1)
    await SESSIONS[name]?.({ simulator, call, burst, customer, number })
  }
  return simulator
}
