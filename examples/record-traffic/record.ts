import { rmSync } from 'node:fs'
import { recordingFetch } from './recording-fetch'

interface Target {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch?: typeof globalThis.fetch
}

/** The calls worth recording: ordinary ones, and those whose refusal tells the most. */
export async function record(file: string, { baseUrl, apiKey, fetch: send }: Target): Promise<void> {
  rmSync(file, { force: true })
  const fetch = recordingFetch(file, send)
  const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json', ...more }
    const response = await fetch(`${baseUrl}/public${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return JSON.parse((await response.text()) || '{}') as Record<string, unknown>
  }
  const contact = { email: 'a@example.com', address: '1 Street', country: 'US', phone: '', website: '' }
  const customer = await call('POST', '/v1/customers/', {
    ...contact,
    name: 'Recorded',
    unique_id: 'recorded-1',
  })
  await call('POST', '/v1/customers/', { ...contact, name: 'Again', unique_id: 'recorded-1' })
  const [item] = await firstOf(call('GET', '/v1/items/?limit=1'))
  const lines = [{ item_id: item?.id, quantity: '3', rate: '19.995' }]
  const body = { date: '2026-05-04', company_id: 1, customer_id: customer.id, items: lines }
  const key = { 'Idempotency-Key': 'recorded-once' }
  const invoice = await call('POST', '/v1/invoices/', body, key)
  await call('POST', '/v1/invoices/', body, key)
  await call('POST', '/v1/invoices/', { ...body, memo: 'other' }, key)
  await call('POST', '/v1/invoices/', { ...body, items: [{ ...lines[0], rate: 0.375 }], colour: 'red' })
  await call('POST', '/v1/invoices/', { ...body, items: [] })
  await call('POST', '/v1/invoices/', '[]')
  await call('GET', `/v1/invoices/${invoice.number}/`)
  await call('GET', `/v1/invoices/${invoice.number}`)
  await call('GET', `/v1/invoices/?customer_id=${customer.id}&colour=red`)
  await call('DELETE', `/v1/customers/${customer.id}/`)
  await call('GET', '/health/')
}

/** The items of a list, whatever its envelope. */
async function firstOf(list: Promise<unknown>): Promise<{ id?: number }[]> {
  const body = await list
  return (Array.isArray(body) ? body : (body as { items: { id?: number }[] }).items) ?? []
}
