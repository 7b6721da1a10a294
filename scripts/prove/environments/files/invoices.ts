import type { Send } from './request'

/** What the program of a user needs to reach the service. */
export interface Access {
  readonly baseUrl: string
  readonly apiKey: string
  readonly send: Send
  readonly fetch: typeof globalThis.fetch
  /** Seconds. */
  readonly sleep: (seconds: number) => Promise<unknown>
}

/** Creates an invoice. A write that comes to nothing is sent again, after the pause asked for. */
export async function createInvoice(access: Access, key?: string): Promise<{ id: number; amount: string }> {
  const body = JSON.stringify({
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    reference_number: 'A-1',
    items: [{ item_id: 1, quantity: '3', rate: '19.995' }],
  })
  for (let left = 5; ; left -= 1) {
    const answer = await post(access, '/public/v1/invoices/', body, key).catch(() => undefined)
    if (answer !== undefined && answer.status < 300) return JSON.parse(answer.text)
    const isTemporary = answer === undefined || answer.status === 429 || answer.status >= 500
    if (!isTemporary || left === 0) throw new Error(`invoice: ${answer?.text ?? 'no answer'}`)
    await access.sleep(Number(answer?.retryAfter ?? 1))
  }
}

/** Registers a webhook for invoices; its secret. */
export async function register(access: Access, url: string): Promise<string> {
  const body = JSON.stringify({ url, topics: ['core.invoice/created'] })
  const { text } = await post(access, '/public/v2/webhooks/', body)
  return JSON.parse(text).secret
}

export function post(access: Access, path: string, body: string, key?: string) {
  const headers = {
    'X-API-KEY': access.apiKey,
    'Content-Type': 'application/json',
    ...(key !== undefined && { 'Idempotency-Key': key }),
  }
  return access.send({ url: `${access.baseUrl}${path}`, method: 'POST', headers, body }, access.fetch)
}
