import { expectedError } from '../../../kernel/attempt'
import { isNamed } from '../../../kernel/is-named'
import { isObject } from '../../../kernel/is-object'
import type { OtherPersonsAct } from '../plan/kind'
import {
  type Data,
  dataIn,
  type Named,
  numberOrId,
  type Others,
  type RequestAhead,
  recordsIn,
} from './others'

const isRefusal = isNamed<Error>('Refusal')

/** Somebody else acts by the rules of the service. Says how; undefined if the service refuses it. */
export function actOfOthers(
  others: Others,
  interference: OtherPersonsAct,
  request: RequestAhead,
): string | undefined {
  let told: string | undefined
  const act = (): void => {
    told = ACTS[interference](others, request)
  }
  return expectedError(act, isRefusal) ? undefined : told
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
    const { amount: _, ...dearer }: Data = { ...line, rate: (Number(line.rate) + 1).toFixed(2) }
    others.update('invoices', numberOrId(invoice), { items: [dearer, ...rest] })
    return `raised the price of the first line of ${others.nameOf({ records: 'invoices', record: invoice })}`
  },
  pays: (others, request) => pay(others, others.openInvoice(request)),
  'pays part': (others, request) => pay(others, others.openInvoice(request), PART),
  'pays too much'(others, request) {
    const invoice = others.openInvoice(request)
    if (!invoice) return undefined
    others.create('customerPrepayments', {
      ...ofCustomer(others, invoice),
      amount: SURPLUS,
      bank_or_undeposited_funds_amount: SURPLUS,
    })
    return `${pay(others, invoice)}, and a prepayment of ${SURPLUS}, which was too much`
  },
  credits(others, request) {
    const invoice = others.openInvoice(request)
    const [line] = Array.isArray(invoice?.items) ? (invoice.items as unknown[]).filter(isObject) : []
    if (!invoice || !line) return undefined
    const header = ofCustomer(others, invoice)
    const rate = shareOf(invoice, PART)
    const { number } = others.create('customerCredits', {
      ...header,
      items: [{ item_id: line.item_id, quantity: '1', rate }],
    })
    others.create('customerPrepaymentApplications', {
      ...header,
      customer_credit_number: number,
      items: [{ invoice_number: invoice.number, amount: rate }],
    })
    return `credited half of invoice ${invoice.number}`
  },
  'pays oldest': (others, request) => pay(others, others.openInvoice(request, 'oldest')),
  sells,
  'sells twice': (others, request) => (recordsIn(request.url) === 'invoices' ? sells(others) : undefined),
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
  // A record that the body alone names stays: nobody could do then what the request asks for.
  removes: (others, { url }) => remove(others, others.recordAt(url)),
  'removes oldest': (others, request) => remove(others, others.oldestAt(request)),
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

function sells(others: Others): string | undefined {
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
}

/** The share of a partial payment, and of a credit. */
const PART = 0.5
/** The amount by which a payment is too high. */
const SURPLUS = '20.00'

const shareOf = ({ amount_due }: Data, share: number): string => (Number(amount_due) * share).toFixed(2)

/** Members of what somebody else records for the invoice's customer. */
function ofCustomer(others: Others, invoice: Data): Data {
  const { company_id, customer_id, currency_iso_4217_code, exchange_rate } = invoice
  return { date: others.today(), company_id, customer_id, currency_iso_4217_code, exchange_rate, memo: '' }
}

function pay(others: Others, invoice: Data | undefined, share = 1): string | undefined {
  if (!invoice) return undefined
  const { number } = invoice
  others.create('customerPayments', {
    ...ofCustomer(others, invoice),
    check_number: `OTHER-${others.writes.length + 1}`,
    items: [{ invoice_number: number, amount: shareOf(invoice, share) }],
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
