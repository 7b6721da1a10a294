import type { Batch, CustomerRow, InvoiceRow, PaymentRow } from '../invoice-sync/batch'

export interface NaiveOptions {
  baseUrl: string
  apiKey: string
  batch: Batch
  companyId: number
  webhookUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

interface Invoice {
  number: number
  amount: string
  currency_iso_4217_code: string
}

interface Payment {
  items: { invoice_number: number | null; amount: string }[]
}

const TIMEOUT_MILLISECONDS = 10_000
const VERSION = '2026-06-27'

/**
 * The same work as examples/invoice-sync, as it is often written at first. It passes on an ordinary day. Every
 * request is sent once, without an Idempotency-Key; pages are counted from the first one; money is a float; webhook
 * events are counted as they come, if they are of the version that was current then. DO NOT COPY.
 */
export class NaiveSync {
  readonly #options: NaiveOptions
  readonly #failed: string[] = []
  #isDone = false
  watched = 0

  constructor(options: NaiveOptions) {
    this.#options = options
  }

  async run(): Promise<{ due: Record<string, string>; open: number; failed: string[] }> {
    if (!this.#isDone) await this.#bring()
    this.#isDone = true
    return { ...(await this.#receivables()), failed: this.#failed }
  }

  async receive(request: Request): Promise<Response> {
    const event = (await request.json()) as { topic: string; api_version: string }
    if (event.api_version !== VERSION) return new Response(null, { status: 400 })
    if (event.topic === 'core.invoice/created') this.watched += 1
    return new Response(null, { status: 200 })
  }

  async #bring(): Promise<void> {
    const { batch, companyId, webhookUrl } = this.#options
    await this.#noting('webhook', () =>
      this.#post('/public/v2/webhooks/', { url: webhookUrl, topics: ['core.invoice/created'] }),
    )
    const items = new Map<string, number>()
    await this.#noting('items', async () => {
      for (const { sku, id } of await this.#all<{ sku: string; id: number }>('/public/v1/items/'))
        items.set(sku, id)
    })
    const customers = new Map<string, number>()
    for (const row of batch.customers)
      await this.#noting(row.code, async () => {
        const { id } = await this.#post<{ id: number }>('/public/v1/customers/', customerBody(row))
        customers.set(row.code, id)
      })
    const invoices = new Map<string, number>()
    for (const row of batch.invoices)
      await this.#noting(row.reference, async () => {
        const body = invoiceBody(row, companyId, customers, items)
        const { number } = await this.#post<Invoice>('/public/v1/invoices/', body)
        invoices.set(row.reference, number)
      })
    for (const row of batch.payments)
      await this.#noting(row.reference, () =>
        this.#post('/public/v1/customer-payments/', paymentBody(row, companyId, customers, invoices)),
      )
  }

  async #noting(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#failed.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #receivables(): Promise<{ due: Record<string, string>; open: number }> {
    const { companyId } = this.#options
    const company = `company_id=${companyId}&record_status=posted`
    const balances = new Map<number, number>()
    const currencies = new Map<number, string>()
    await this.#noting('the report', async () => {
      for (const invoice of await this.#all<Invoice>(`/public/v1/invoices/?${company}`)) {
        balances.set(invoice.number, Number(invoice.amount))
        currencies.set(invoice.number, invoice.currency_iso_4217_code)
      }
      for (const payment of await this.#all<Payment>(`/public/v1/customer-payments/?${company}`))
        for (const { invoice_number, amount } of payment.items)
          if (invoice_number !== null)
            balances.set(invoice_number, (balances.get(invoice_number) ?? 0) - Number(amount))
    })
    const sums: Record<string, number> = {}
    for (const [number, balance] of balances) {
      const currency = currencies.get(number) ?? 'unknown'
      sums[currency] = (sums[currency] ?? 0) + balance
    }
    return {
      due: Object.fromEntries(
        Object.entries(sums)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([currency, sum]) => [currency, sum.toFixed(2)]),
      ),
      open: [...balances.values()].filter((balance) => balance !== 0).length,
    }
  }

  /** Asks the first page how many there are, and then for as many pages. */
  async #all<T>(path: string): Promise<T[]> {
    const start = path + (path.includes('?') ? '&' : '?')
    const first = await this.#send<{ items: T[]; count: number }>('GET', `${start}limit=100&offset=0`)
    const records = [...first.items]
    for (let page = 1; page < Math.ceil(first.count / 100); page += 1)
      records.push(
        ...(await this.#send<{ items: T[] }>('GET', `${start}limit=100&offset=${page * 100}`)).items,
      )
    return records
  }

  #post<T>(path: string, body: object): Promise<T> {
    return this.#send<T>('POST', path, JSON.stringify(body))
  }

  async #send<T>(method: string, path: string, body?: string): Promise<T> {
    const { baseUrl, apiKey, fetch } = this.#options
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' },
      body: body ?? null,
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    const text = await response.text()
    try {
      return JSON.parse(text) as T
    } catch {
      throw new Error('answered with something that is no JSON')
    }
  }
}

type Ids = ReadonlyMap<string, number>

function idOf(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`${key} is not there`)
  return id
}

const customerBody = ({ code, ...members }: CustomerRow): object => ({ ...members, unique_id: code })

const invoiceBody = (row: InvoiceRow, company_id: number, customers: Ids, items: Ids): object => ({
  reference_number: row.reference,
  company_id,
  customer_id: idOf(customers, row.customer),
  date: row.date,
  due_date: row.due_date,
  currency_iso_4217_code: row.currency,
  exchange_rate: Number(row.exchange_rate),
  memo: row.memo,
  items: row.lines.map((line) => ({
    item_id: idOf(items, line.sku),
    quantity: Number(line.quantity),
    rate: Number(line.rate),
    memo: line.memo,
  })),
})

const paymentBody = (row: PaymentRow, company_id: number, customers: Ids, invoices: Ids): object => ({
  check_number: row.reference,
  company_id,
  customer_id: idOf(customers, row.customer),
  account_number: row.account === '' ? null : Number(row.account),
  date: row.date,
  currency_iso_4217_code: row.currency,
  exchange_rate: Number(row.exchange_rate),
  memo: row.memo,
  items: row.lines.map((line) => ({
    invoice_number: idOf(invoices, line.invoice),
    amount: Number(line.amount),
  })),
})
