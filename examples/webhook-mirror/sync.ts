/** Sends orders to the accounting service as invoices, and keeps a copy of all invoices by webhook. */
import { verifyWebhook } from 'accounting-simulator'

export interface Order {
  readonly id: string
  readonly customer: number
  readonly lines: readonly { readonly item: number; readonly quantity: number; readonly price: string }[]
}

interface Invoice {
  readonly number: number
  readonly reference_number: string
  readonly amount_due: string
}

const pause = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * 1000))

export class Accounting {
  constructor(
    readonly baseUrl: string,
    readonly apiKey: string,
  ) {}

  /** Repeats what may be repeated: too many requests, a service that is down, a response that got lost. */
  async call(method: string, path: string, body?: object, key?: string): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method,
        headers: {
          'X-API-KEY': this.apiKey,
          'Content-Type': 'application/json',
          ...(key && { 'Idempotency-Key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined)
      if (response?.ok) return response.json()
      const isTransient = !response || response.status === 429 || response.status >= 500
      if (!isTransient || attempt === 6)
        throw new Error(`${method} ${path}: ${response?.status ?? 'no answer'}`)
      await pause(Number(response?.headers.get('Retry-After') ?? 2 ** attempt))
    }
  }

  async send({ id, customer, lines }: Order): Promise<Invoice> {
    const items = lines.map(({ item, quantity, price }) => ({ item_id: item, quantity, rate: price }))
    const date = new Date().toISOString().slice(0, 10)
    const body = { date, company_id: 1, customer_id: customer, reference_number: id, items }
    return (await this.call('POST', '/public/v1/invoices/', body, `order-${id}`)) as Invoice
  }
}

/** A copy of the invoices. An event only says which one to look at, so order and repetition do not matter. */
export class Mirror {
  readonly invoices = new Map<number, Invoice>()
  #secret = ''

  constructor(readonly accounting: Accounting) {}

  async register(url: string): Promise<void> {
    const topics = ['core.invoice/created', 'core.invoice/updated']
    const hook = await this.accounting.call('POST', '/public/v2/webhooks/', { url, topics }, `hook-${url}`)
    this.#secret = (hook as { secret: string }).secret
  }

  async receive(request: Request): Promise<Response> {
    const checked = verifyWebhook({
      secret: this.#secret,
      body: await request.text(),
      headers: request.headers,
      now: Date.now(),
    })
    if (!checked.ok) return new Response(null, { status: 400 })
    const { id } = checked.event.object
    const invoice = (await this.accounting.call('GET', `/public/v1/invoices/${id}/`)) as Invoice
    this.invoices.set(invoice.number, invoice)
    return new Response(null, { status: 204 })
  }
}
