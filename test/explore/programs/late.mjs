// Pushes an invoice, and notes in a file when it began, and that it was still there half a second later.
import { appendFileSync } from 'node:fs'

const [file] = process.argv.slice(2)
const { ACCOUNTING_URL, ACCOUNTING_API_KEY } = process.env
appendFileSync(file, 'began ')
const body = {
  ...{ company_id: 1, customer_id: 1, date: '2026-01-15', reference_number: 'R-1' },
  items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
}
await fetch(`${ACCOUNTING_URL}/public/v1/invoices/`, {
  method: 'POST',
  headers: { 'x-api-key': ACCOUNTING_API_KEY, 'content-type': 'application/json', 'idempotency-key': 'R-1' },
  body: JSON.stringify(body),
}).catch(() => undefined)
await new Promise((resolve) => setTimeout(resolve, 500))
appendFileSync(file, 'alive ')
