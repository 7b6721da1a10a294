import type { Simulator } from 'accounting-simulator'
import { INVOICE } from '../support/worlds/shop'
import { template } from '../support/worlds/template'

export const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }
export const HOOK = 'https://hooks.example.com/in'
export const post = (s: Simulator, path: string, body: object, method = 'POST') =>
  s.fetch(path, { method, headers: HEADERS, body: JSON.stringify(body) })
export const get = (s: Simulator, key = 'test-api-key') =>
  s.fetch('/public/v1/items/', { headers: { 'X-API-KEY': key } })
export const connect = (s: Simulator, status = 200) =>
  s.webhooks.connect('https://hooks.example.com/', () => new Response(null, { status }))
export const register = async (s: Simulator) => {
  const answer = await post(s, '/public/v2/webhooks/', { url: HOOK, topics: ['core.invoice/created'] })
  return ((await answer.json()) as { uuid: string }).uuid
}
export const ready = (s: Simulator, status = 200) => {
  connect(s, status)
  return register(s)
}
export const sell = (s: Simulator) => s.records.invoices.create(INVOICE)
export const tooMany = (s: Simulator) =>
  void s.faults.inject({ times: 1, then: { status: 429, retryAfter: 5 } })
export const recur = (s: Simulator) => s.records.recurringInvoices.create(template({ rrule: 'FREQ=MONTHLY' }))

export interface HintCase {
  readonly hint: string
  /** Where it is said. */
  readonly said: (simulator: Simulator) => unknown
  readonly text: string
  /** Where it would be false, and is not said. */
  readonly silent: readonly (readonly [why: string, body: (simulator: Simulator) => unknown])[]
}
