import type { Reason, Records, Simulator } from '../../../index'
import type { Deed } from '../plan/kind'
import type { OtherWrite } from './events'

type Data = Record<string, unknown>
/** The verbs that somebody else uses, for any record type. */
interface AnyRecords {
  create(body: Data): Data
  get(id: number): Data
  list(query: object): { items: Data[] }
  update(id: number, body: Data): Data
  remove(id: number): unknown
}

/** Other people who write to the same records. Everything they do is noted for the check. */
export class Others {
  readonly #simulator: Simulator
  readonly writes: OtherWrite[] = []

  constructor(simulator: Simulator) {
    this.#simulator = simulator
  }

  /**
   * Does something by the rules of the service, and says what. What the service refuses does not happen, and is
   * undefined.
   */
  act(deed: Deed, url: string): string | undefined {
    try {
      return DEEDS[deed](this, url)
    } catch (error) {
      if (error instanceof Error && error.name === 'Refusal') return undefined
      throw error
    }
  }

  /** Notes what drifted after a page. */
  noteDrift({ did, type, ids }: NonNullable<Reason['drifted']>): void {
    for (const id of ids) this.#note(type, id, did === 'created' ? 'created' : 'removed')
  }

  of(records: string): AnyRecords {
    return this.#simulator.records[records as keyof Records] as unknown as AnyRecords
  }

  today(): string {
    return this.#simulator.clock.now.slice(0, 10)
  }

  create(records: string, body: Data): void {
    const made = this.of(records).create(body)
    this.#note(records, identifierOf(made), 'created')
  }

  update(records: string, id: number, change: Data): void {
    this.of(records).update(id, { ...this.of(records).get(id), ...change })
    this.#note(records, id, 'updated')
  }

  remove(records: string, id: number): void {
    this.of(records).remove(id)
    this.#note(records, id, 'removed')
  }

  /** The record that a URL names. */
  recordAt(url: string): { readonly records: string; readonly record: Data } | undefined {
    const id = /\/(\d+)\/?$/.exec(new URL(url).pathname)?.[1]
    const records = recordsIn(url)
    if (id === undefined || !(records in this.#simulator.records)) return undefined
    return { records, record: this.of(records).get(Number(id)) }
  }

  /** The one that a URL names, else the newest or the oldest. */
  openInvoice(url: string, which: 'newest' | 'oldest' = 'newest'): Data | undefined {
    const isOpen = ({ amount_due }: Data): boolean => Number(amount_due) > 0
    const named = which === 'newest' ? this.recordAt(url) : undefined
    if (named?.records === 'invoices' && isOpen(named.record)) return named.record
    const ordering = which === 'newest' ? '-id' : 'id'
    const { items } = this.of('invoices').list({ limit: 100, record_status: 'posted', ordering })
    return items.find(isOpen)
  }

  #note(records: string, id: number, did: OtherWrite['did']): void {
    this.writes.push({ records, id, did })
  }
}

const identifierOf = ({ number, id }: Data): number => (number ?? id) as number

/** 'customerPayments' for '/public/v1/customer-payments/7/'. */
function recordsIn(url: string): string {
  const [collection = ''] = new URL(url).pathname.replace(/^\/public\/v[^/]+\//, '').split('/')
  return collection.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** What somebody else edits, the first one that the record has. */
const EDITED = ['memo', 'description', 'name']

const DEEDS: Readonly<Record<Deed, (others: Others, url: string) => string | undefined>> = {
  edits(others, url) {
    const invoice = others.recordAt(url) ? undefined : others.openInvoice(url)
    const target = others.recordAt(url) ?? (invoice && { records: 'invoices', record: invoice })
    const member = EDITED.find((name) => target && name in target.record)
    if (!target || member === undefined) return undefined
    const { records, record } = target
    others.update(records, identifierOf(record), {
      [member]: `${record[member] ?? ''} (edited by somebody else)`,
    })
    return `edited the ${member} of ${records} ${identifierOf(record)}`
  },
  pays: (others, url) => pay(others, others.openInvoice(url)),
  'pays oldest': (others, url) => pay(others, others.openInvoice(url, 'oldest')),
  sells(others) {
    others.create('invoices', {
      date: others.today(),
      company_id: 1,
      customer_id: 1,
      reference_number: `OTHER-${others.writes.length + 1}`,
      memo: '',
      items: [{ item_id: 1, quantity: 1, rate: '77.00' }],
    })
    return 'created an invoice'
  },
  archives: (others, url) => archive(others, others.openInvoice(url)),
  'archives oldest': (others, url) => archive(others, others.openInvoice(url, 'oldest')),
  renames(others, url) {
    const named = others.recordAt(url)
    const [newest] = others.of('customers').list({ limit: 1, ordering: '-id' }).items
    const customer = named?.records === 'customers' ? named.record : newest
    if (!customer) return undefined
    others.update('customers', identifierOf(customer), { name: `${String(customer.name)} Ltd` })
    return `renamed customer ${identifierOf(customer)}`
  },
}

function pay(others: Others, invoice: Data | undefined): string | undefined {
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
    items: [{ invoice_number: number, amount: amount_due }],
  })
  return `recorded a payment of invoice ${number}`
}

function archive(others: Others, invoice: Data | undefined): string | undefined {
  if (!invoice) return undefined
  others.remove('invoices', identifierOf(invoice))
  return `archived invoice ${identifierOf(invoice)}`
}
