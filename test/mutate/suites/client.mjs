/** A small client of the service, as a program has one: it gets the fetch that it uses. */
export class Client {
  #fetch
  #key
  #wait

  constructor({ fetch, apiKey, wait }) {
    this.#wait = wait
    this.#fetch = fetch
    this.#key = apiKey
  }

  async send(method, path, body, idempotencyKey) {
    const headers = { 'X-API-KEY': this.#key, 'Content-Type': 'application/json' }
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
    for (let tries = 1; ; tries += 1) {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await this.#fetch(`https://accounting.test${path}`, init).catch(() => undefined)
      if (response?.ok) return response.json()
      if (response?.status === 429) {
        await this.#wait(Number(response.headers.get('retry-after')))
        continue
      }
      if (response || tries === 3) throw new Error(`${method} ${path}: ${response?.status ?? 'no answer'}`)
    }
  }

  invoice(reference, more = {}) {
    const body = {
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      reference_number: reference,
      record_status: 'posted',
      items: [{ item_id: 1, quantity: '3', rate: '20.00' }],
      ...more,
    }
    return this.send('POST', '/public/v1/invoices/', body, `invoice-${reference}`)
  }

  rename(number, body) {
    return this.send('PUT', `/public/v1/invoices/${number}/`, body)
  }

  async search(text) {
    return (await this.send('GET', `/public/v1/invoices/?search=${text}`)).items
  }

  async all(limit) {
    const items = []
    for (;;) {
      const page = await this.send('GET', `/public/v1/invoices/?limit=${limit}&offset=${items.length}`)
      items.push(...page.items)
      if (page.items.length < limit) return items
    }
  }
}
