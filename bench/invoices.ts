import type { createSimulator } from 'accounting-simulator'

export type Simulator = ReturnType<typeof createSimulator>

export const BASE_URL = 'https://accounting.test'
export const INVOICES = `${BASE_URL}/public/v1/invoices/`
export const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }

/** An invoice of up to five lines on the preset world. */
export const invoiceBody = (customer_id = 1, lines = 5) => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  memo: 'Five lines',
  items: [1, 2, 3, 4, 5].slice(0, lines).map((position) => ({
    item_id: position,
    quantity: '3',
    rate: '33.333333',
    position,
  })),
})

export const POST: RequestInit = { method: 'POST', headers: HEADERS, body: JSON.stringify(invoiceBody()) }
export const GET: RequestInit = { headers: HEADERS }

/** Limits that are counted and never reached. */
export const UNREACHED_LIMITS = {
  aggregate: { burst: 1_000_000, refillPerSecond: 1 },
  endpoint: { burst: 1_000_000, refillPerSecond: 1 },
}
