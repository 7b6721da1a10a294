import { setTimeout as pause } from 'node:timers/promises'

const SERVICE = process.env.ACCOUNTING_URL ?? 'https://accounting.test'

/** Creates invoices. A write that comes to nothing is sent again under the same key, after the pause asked for. */
export async function createInvoice(invoice, { apiKey, sleep = (seconds) => pause(seconds * 1000) }) {
  const headers = {
    'X-API-KEY': apiKey,
    'Content-Type': 'application/json',
    'Idempotency-Key': `invoice-${invoice.reference_number}`,
  }
  for (let left = 4; ; left -= 1) {
    const init = { method: 'POST', headers, body: JSON.stringify(invoice) }
    const response = await fetch(`${SERVICE}/public/v1/invoices/`, init).catch(() => undefined)
    if (response?.ok) return response.json()
    const isTemporary = response === undefined || response.status === 429 || response.status >= 500
    if (!isTemporary || left === 0) throw new Error(`invoice: ${response?.status ?? 'no answer'}`)
    await sleep(Number(response?.headers.get('Retry-After') ?? 1))
  }
}
