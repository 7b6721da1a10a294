// Creates an invoice over HTTP, as a program in any language would. Its argument is the Idempotency-Key, if any.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const { ACCOUNTING_URL, ACCOUNTING_API_KEY_FILE, ACCOUNTING_DATA } = process.env
const done = `${ACCOUNTING_DATA}/done`
const key = process.argv[2]
const body = JSON.stringify({
  company_id: 1,
  customer_id: 1,
  date: '2026-01-15',
  reference_number: 'R-1',
  items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
})
for (let tries = 1; !existsSync(done); tries += 1) {
  const headers = {
    'X-API-KEY': readFileSync(ACCOUNTING_API_KEY_FILE, 'utf8'),
    'content-type': 'application/json',
    ...(key && { 'Idempotency-Key': key }),
  }
  try {
    const signal = AbortSignal.timeout(1500)
    const response = await fetch(`${ACCOUNTING_URL}/public/v1/invoices/`, {
      method: 'POST',
      headers,
      body,
      signal,
    })
    await response.json()
    if (!response.ok) throw new Error(`answered ${response.status}`)
    writeFileSync(done, '')
  } catch (error) {
    if (tries === 8) {
      console.error(String(error))
      process.exit(1)
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
