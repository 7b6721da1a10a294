import { verifyWebhook, type WebhookEvent } from 'accounting-simulator'
import type { Client } from './client'
import { ServiceError } from './service-error'

interface WebhookRecord {
  uuid: string
  secret: string
  is_active: boolean
}

interface WatchedInvoice {
  number: number
  amount_due: string
}

export interface WatchOptions {
  /** For what has time. */
  client: Client
  /** For what a delivery asks for: tries once, since the service comes again. */
  impatient: Client
  /** The URL at which the service reaches us. */
  url: string
  /** Our clock, in milliseconds; signatures that are too old are refused by it. @default the host's */
  now?: () => number
}

const TOPICS = ['core.invoice/created', 'core.invoice/updated', 'core.invoice/deleted']

/** Our picture of the service's invoices, kept up to date by webhooks. */
export class InvoiceWatch {
  readonly #options: WatchOptions
  readonly #invoices = new Map<number, WatchedInvoice>()
  readonly #handled = new Set<string>()
  #webhook: WebhookRecord | undefined

  constructor(options: WatchOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#invoices.size
  }

  /** Registers the webhook at first; afterwards makes sure that it still works. To be called daily. */
  async check(): Promise<void> {
    const { client, url } = this.#options
    if (this.#webhook === undefined) {
      this.#webhook = await client.post<WebhookRecord>(
        '/public/v2/webhooks/',
        { url, topics: TOPICS },
        `webhook-${url}`,
      )
      return this.#refill()
    }
    const path = `/public/v2/webhooks/${this.#webhook.uuid}/`
    const { is_active } = await client.get<WebhookRecord>(path)
    if (is_active) return
    // Disabled after days of failures: what happened meanwhile is never sent, so it is read.
    await client.patch(path, { is_active: true })
    await this.#refill()
  }

  /** 204: done. 400: never again. 503: again, please. */
  async receive(request: Request): Promise<Response> {
    const body = await request.text()
    const secret = this.#webhook?.secret
    const { now = Date.now } = this.#options
    if (secret === undefined) return new Response(null, { status: 503 })
    const checked = verifyWebhook({ secret, body, headers: request.headers, now })
    if (!checked.ok) return new Response(null, { status: 400 })
    try {
      await this.#once(checked.event)
      return new Response(null, { status: 204 })
    } catch {
      return new Response(null, { status: 503 })
    }
  }

  /** Events come more than once and in any order, so the invoice is fetched: what it is now is what counts. */
  async #once({ event_id, object }: WebhookEvent): Promise<void> {
    if (this.#handled.has(event_id)) return
    try {
      const path = `/public/v2/invoices/${object.id}/`
      this.#invoices.set(object.id, await this.#options.impatient.get<WatchedInvoice>(path))
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error
      this.#invoices.delete(object.id)
    }
    this.#handled.add(event_id)
  }

  async #refill(): Promise<void> {
    const invoices = await this.#options.client.list<WatchedInvoice>('/public/v1/invoices/')
    for (const invoice of invoices) this.#invoices.set(invoice.number, invoice)
  }
}
