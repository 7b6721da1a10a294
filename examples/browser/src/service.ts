/** The client of the accounting service. It knows nothing of a simulator. */

export interface Customer {
  readonly id: number
  readonly name: string
}

export interface Invoice {
  readonly number: number
  readonly customer_id: number
  readonly customer_name: string
  readonly amount: string
  readonly amount_due: string
}

/** The service asks for a pause. */
export class TooManyRequests extends Error {
  constructor(readonly seconds: number) {
    super(`Too many requests. Try again in ${seconds} s.`)
  }
}

export class Service {
  readonly #baseUrl: string
  readonly #key: string

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl
    this.#key = key
  }

  async customers(): Promise<Customer[]> {
    return (await this.#call<{ items: Customer[] }>('GET', 'customers')).items
  }

  async invoices(): Promise<Invoice[]> {
    return (await this.#call<{ items: Invoice[] }>('GET', 'invoices')).items
  }

  addCustomer(name: string): Promise<Customer> {
    return this.#call('POST', 'customers', {
      name,
      address: '',
      country: '',
      email: '',
      website: '',
      phone: '',
    })
  }

  addInvoice(customer: number, amount: string): Promise<Invoice> {
    const items = [{ item_id: 1, quantity: 1, rate: amount }]
    return this.#call('POST', 'invoices', { date: today(), company_id: 1, customer_id: customer, items })
  }

  pay({ number, customer_id, amount_due }: Invoice): Promise<unknown> {
    return this.#call('POST', 'customer-payments', {
      date: today(),
      company_id: 1,
      customer_id,
      currency_iso_4217_code: 'USD',
      exchange_rate: '1',
      check_number: '',
      memo: '',
      items: [{ invoice_number: number, amount: amount_due }],
    })
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#baseUrl}/public/v1/${path}/`, {
      method,
      headers: {
        'X-API-KEY': this.#key,
        ...(body && { 'content-type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 429) throw new TooManyRequests(Number(response.headers.get('retry-after') ?? 1))
    const answer = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(answer.errors ?? answer))
    return answer as T
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)
