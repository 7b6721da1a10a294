import { isNamed } from '../../../kernel/is-named'
import { isObject } from '../../../kernel/is-object'
import type { OtherPersonsAct } from '../plan/kind'
import { type Data, dataIn, type Named, numberOrId, type Others, type RequestAhead, USED } from './others'

const isRefusal = isNamed<Error>('Refusal')

/**
 * Somebody else does something by the rules of the service. Says what; undefined if the service refuses it, so that it
 * does not happen.
 */
export function actOfOthers(
  others: Others,
  interference: OtherPersonsAct,
  request: RequestAhead,
): string | undefined {
  try {
    return ACTS[interference](others, request)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Members that somebody else edits, the first one that the record has. */
const EDITED = ['memo', 'description', 'name']

/** Does it and tells the story; undefined if there is nothing to do it with. */
type Act = (others: Others, request: RequestAhead) => string | undefined

const ACTS: Readonly<Record<OtherPersonsAct, Act>> = {
  edits(others, request) {
    const invoice = others.openInvoice(request)
    const target = others.recordAt(request.url) ?? (invoice && { records: 'invoices', record: invoice })
    const member = EDITED.find((name) => target && name in target.record)
    if (!target || member === undefined) return undefined
    const { records, record } = target
    others.update(records, numberOrId(record), {
      [member]: `${record[member] ?? ''} (edited by somebody else)`,
    })
    return `edited the ${member} of ${others.nameOf(target)}`
  },
  'edits lines'(others, request) {
    const invoice = others.openInvoice(request)
    const [line, ...rest] = Array.isArray(invoice?.items) ? (invoice.items as unknown[]).filter(isObject) : []
    if (!invoice || !line) return undefined
    const { amount: _, ...dearer } = { ...line, rate: (Number(line.rate) + 1).toFixed(2) } as Data
    others.update('invoices', numberOrId(invoice), { items: [dearer, ...rest] })
    return `raised the price of the first line of ${others.nameOf({ records: 'invoices', record: invoice })}`
  },
  pays: (others, request) => pay(others, others.openInvoice(request)),
  'pays part': (others, request) => pay(others, others.openInvoice(request), PART),
  'pays oldest': (others, request) => pay(others, others.openInvoice(request, 'oldest')),
  sells(others) {
    const [company, customer, item] = ['companies', 'customers', 'items'].map((records) =>
      others.first(records),
    )
    if (!company || !customer || !item) return undefined
    others.create('invoices', {
      date: others.today(),
      company_id: company.id,
      customer_id: customer.id,
      reference_number: `OTHER-${others.writes.length + 1}`,
      memo: '',
      items: [{ item_id: item.id, quantity: '1', rate: '77.00' }],
    })
    return 'created an invoice'
  },
  archives: (others, request) => archive(others, others.openInvoice(request)),
  'archives oldest': (others, request) => archive(others, others.openInvoice(request, 'oldest')),
  renames(others, { url }) {
    const named = others.recordAt(url)
    const [newest] = others.of('customers').list({ limit: 1, ordering: '-id' }).items
    const customer = named?.records === 'customers' ? named.record : newest
    if (!customer) return undefined
    others.update('customers', numberOrId(customer), { name: `${String(customer.name)} Ltd` })
    return `renamed customer ${numberOrId(customer)}`
  },
  removes: (others, request) =>
    remove(others, others.namedBy(request, USED) ?? others.anyAt(request, 'newest')),
  'removes oldest': (others, request) => remove(others, others.anyAt(request, 'oldest')),
  locks(others, { url, body }) {
    const { company_id, date } = { ...others.recordAt(url)?.record, ...dataIn(body) }
    if (typeof company_id !== 'number' || typeof date !== 'string') return undefined
    if (!others.lock(company_id, date)) return undefined
    return `locked the period of company ${company_id} through ${date}`
  },
  closes(others, request) {
    const named = others.namedBy(request, { contract_id: 'contracts' })
    const [newest] = others.of('contracts').list({ limit: 1, ordering: '-id' }).items
    const contract = named?.records === 'contracts' ? named.record : newest
    if (!contract) return undefined
    others.terminate(numberOrId(contract))
    return `terminated contract ${numberOrId(contract)}`
  },
}

/** The share of a partial payment. */
const PART = 0.5

function pay(others: Others, invoice: Data | undefined, share = 1): string | undefined {
  if (!invoice) return undefined
  const { number, company_id, customer_id, currency_iso_4217_code, exchange_rate, amount_due } = invoice
  others.create('customerPayments', {
    date: others.today(),
    company_id,
    customer_id,
    currency_iso_4217_code,
    exchange_rate,
    check_number: `OTHER-${others.writes.length + 1}`,
    memo: '',
    items: [{ invoice_number: number, amount: (Number(amount_due) * share).toFixed(2) }],
  })
  return `recorded a payment of ${share < 1 ? 'half of ' : ''}invoice ${number}`
}

function archive(others: Others, invoice: Data | undefined): string | undefined {
  if (!invoice) return undefined
  others.remove('invoices', numberOrId(invoice))
  return `archived invoice ${numberOrId(invoice)}`
}

function remove(others: Others, named: Named | undefined): string | undefined {
  if (!named) return undefined
  others.remove(named.records, numberOrId(named.record))
  return `removed ${others.nameOf(named)}`
}
