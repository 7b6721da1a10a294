const assert = require('node:assert/strict')

/** Sells to a new customer over HTTP and reads the invoice back. `send` is fetch, or stands in for it. */
exports.sell = async function sell({ baseUrl, apiKey }, send) {
  async function call(method, path, body) {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const response = await send(baseUrl + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }

  const name = 'Packed & Sons'
  const master = { name, email: 'a@b.example', address: '', country: '', phone: '', website: '' }
  const customer = await call('POST', '/public/v1/customers/', master)
  const created = await call('POST', '/public/v1/invoices/', {
    date: '2026-01-15',
    company_id: 1,
    customer_id: customer.id,
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
    items: [{ item_id: 1, quantity: '2', rate: '10.50', position: 1 }],
  })
  const invoice = await call('GET', `/public/v1/invoices/${created.number}/`)
  assert.deepEqual(invoice, created)
  assert.equal(invoice.customer_name, name)
  assert.equal(invoice.amount, '21.00')
}
