import type { Simulator } from 'accounting-simulator'

export const INVOICES = '/public/v1/invoices/'

export const invoice = (reference: string) => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  reference_number: reference,
  items: [{ item_id: 1, quantity: '2', rate: '10.50', position: 1 }],
})

type Headers = Readonly<Record<string, string>>

/** Sends like a client. Network errors are ignored. */
export async function send(simulator: Simulator, call: string, body?: unknown, headers: Headers = {}) {
  const [method = '', path = ''] = call.split(' ')
  const init = {
    method,
    headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  await simulator.fetch(path, init).catch(() => undefined)
}

/** Sends an invoice, with an idempotency key unless there is none. */
export const post = (simulator: Simulator, reference: string, key?: string) =>
  send(simulator, `POST ${INVOICES}`, invoice(reference), key === undefined ? {} : { 'Idempotency-Key': key })
