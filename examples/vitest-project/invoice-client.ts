interface Options {
  baseUrl: string
  apiKey: string
  /** Seconds. */
  sleep: (seconds: number) => Promise<unknown>
}

export interface NewInvoice {
  date: string
  company_id: number
  customer_id: number
  reference_number: string
  items: { item_id: number; quantity: string; rate: string }[]
}

/** Creates invoices. A write that comes to nothing is sent again under the same key, after the pause asked for. */
export class InvoiceClient {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async create(invoice: NewInvoice, tries = 5): Promise<{ number: number; amount: string }> {
    const { baseUrl, apiKey, sleep } = this.#options
    const headers = {
      'X-API-KEY': apiKey,
      'Content-Type': 'application/json',
      'Idempotency-Key': `invoice-${invoice.reference_number}`,
    }
    for (let left = tries - 1; ; left -= 1) {
      const init = { method: 'POST', headers, body: JSON.stringify(invoice) }
      const response = await fetch(`${baseUrl}/public/v1/invoices/`, init).catch(() => undefined)
      if (response?.ok) return response.json()
      const isTemporary = response === undefined || response.status === 429 || response.status >= 500
      if (!isTemporary || left === 0) throw new Error(`invoice: ${response?.status ?? 'no answer'}`)
      await sleep(Number(response?.headers.get('Retry-After') ?? 1))
    }
  }
}
