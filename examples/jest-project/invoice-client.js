/**
 * Creates invoices. A write that comes to nothing is sent again under the same key, after the pause asked for.
 * `fetch` and `sleep` (seconds) are handed in, so that a test can put its own in their place.
 */
exports.createInvoice = async ({ baseUrl, apiKey, fetch, sleep }, invoice) => {
  const headers = {
    'X-API-KEY': apiKey,
    'Content-Type': 'application/json',
    'Idempotency-Key': `invoice-${invoice.reference_number}`,
  }
  for (let left = 4; ; left -= 1) {
    const init = { method: 'POST', headers, body: JSON.stringify(invoice) }
    const response = await fetch(`${baseUrl}/public/v1/invoices/`, init).catch(() => undefined)
    if (response?.ok) return response.json()
    const isTemporary = response === undefined || response.status === 429 || response.status >= 500
    if (!isTemporary || left === 0) throw new Error(`invoice: ${response?.status ?? 'no answer'}`)
    await sleep(Number(response?.headers.get('Retry-After') ?? 1))
  }
}
