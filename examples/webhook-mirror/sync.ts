/** Sends a shop's orders to the accounting service as invoices, and keeps a copy of all invoices by webhook. */
import { createHmac } from 'node:crypto'
import ky, { type KyInstance } from 'ky'

export type Order = { readonly id: string; readonly customer: number; readonly price: string }
export type Invoice = { readonly number: number; readonly amount_due: string }

const again = { limit: 8, methods: ['get', 'post'], statusCodes: [429, 500, 502, 503, 504] }

export const connect = (baseUrl: string, apiKey: string): KyInstance =>
  ky.create({ prefixUrl: `${baseUrl}/public`, headers: { 'X-API-KEY': apiKey }, retry: again })

/** The key of an order makes it one invoice, however often it is sent. */
export const send = (service: KyInstance, { id, customer, price }: Order): Promise<Invoice> =>
  service
    .post('v1/invoices/', {
      headers: { 'Idempotency-Key': `order-${id}` },
      json: {
        date: new Date().toISOString().slice(0, 10),
        company_id: 1,
        customer_id: customer,
        reference_number: id,
        items: [{ item_id: 1, quantity: 1, rate: price }],
      },
    })
    .json()

/** An event only says which invoice to read again, so order and repetition do not matter. */
export class Mirror {
  readonly invoices = new Map<number, Invoice>()
  #secret = ''

  constructor(private readonly service: KyInstance) {}

  async register(url: string): Promise<void> {
    const json = { url, topics: ['core.invoice/created', 'core.invoice/updated'] }
    this.#secret = (await this.service.post('v2/webhooks/', { json }).json<{ secret: string }>()).secret
  }

  async receive(request: Request): Promise<Response> {
    const body = await request.text()
    const timestamp = request.headers.get('Service-Webhook-Request-Timestamp') ?? ''
    const signature = createHmac('sha256', this.#secret).update(`${timestamp}.${body}`).digest('hex')
    const isGenuine = request.headers.get('Service-Webhook-Signature-V1') === signature
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
    if (!isGenuine || !isFresh) return new Response(null, { status: 400 })
    const { id } = (JSON.parse(body) as { object: { id: number } }).object
    this.invoices.set(id, await this.service.get(`v1/invoices/${id}/`).json())
    return new Response(null, { status: 204 })
  }
}
