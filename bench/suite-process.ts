import type * as main from 'accounting-simulator'
import type * as adapter from 'accounting-simulator/msw'
import type { RequestHandler } from 'msw'
import { BUILT } from './built-path'
import { BASE_URL, GET, INVOICES, type invoiceBody, POST } from './invoices'
import { readAnswer } from './read-answer'

/**
 * A suite of tests in a process of its own, each with a new world behind msw: three invoices are made, two are read,
 * all are listed, and one is paid. Prints the milliseconds of processor time, imports included.
 */
const TESTS = 1000
const PAYMENTS = `${BASE_URL}/public/v1/customer-payments/`

const began = process.cpuUsage()
const { http, HttpResponse } = await import('msw')
const { setupServer } = await import('msw/node')

/** Handlers of a new world. */
const behind: Readonly<Record<string, () => Promise<() => RequestHandler[]>>> = {
  simulator: async () => {
    const { createSimulator } = (await import(`${BUILT}index.js`)) as typeof main
    const { handlers } = (await import(`${BUILT}msw.js`)) as typeof adapter
    return () => handlers(createSimulator())
  },
  maps: async () => handWritten,
}

type Invoice = ReturnType<typeof invoiceBody> & { number: number; amount: string; amount_due: string }

/** As people write them: what the program under test reads, and no rules. */
function handWritten(): RequestHandler[] {
  const invoices = new Map<number, Invoice>()
  const payments = new Map<number, object>()
  return [
    http.post(INVOICES, async ({ request }) => {
      const sent = (await request.json()) as ReturnType<typeof invoiceBody>
      const items = sent.items.map((line) => ({
        ...line,
        amount: (Number(line.quantity) * Number(line.rate)).toFixed(2),
      }))
      const amount = items.reduce((sum, line) => sum + Number(line.amount), 0).toFixed(2)
      const made = { ...sent, items, number: invoices.size + 1, amount, amount_due: amount }
      invoices.set(made.number, made)
      return HttpResponse.json(made)
    }),
    http.get(`${INVOICES}:number/`, ({ params }) => {
      const found = invoices.get(Number(params.number))
      return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 404 })
    }),
    http.get(INVOICES, () => HttpResponse.json({ items: [...invoices.values()], count: invoices.size })),
    http.post(PAYMENTS, async ({ request }) => {
      const sent = (await request.json()) as ReturnType<typeof paymentBody>
      for (const { invoice_number, amount } of sent.items) {
        const paid = invoices.get(invoice_number)
        if (!paid) return new HttpResponse(null, { status: 422 })
        invoices.set(paid.number, {
          ...paid,
          amount_due: (Number(paid.amount_due) - Number(amount)).toFixed(2),
        })
      }
      const made = { ...sent, number: payments.size + 1 }
      payments.set(made.number, made)
      return HttpResponse.json(made)
    }),
  ]
}

const paymentBody = (invoice_number: number, amount: string) => ({
  date: '2026-01-20',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  check_number: '',
  memo: '',
  undeposited_funds_currency: 'USD',
  items: [{ invoice_number, amount, position: 1 }],
})

const ask = async (url: string, init: RequestInit): Promise<unknown> => readAnswer(await fetch(url, init))

async function test(): Promise<void> {
  const made: Invoice[] = []
  for (let n = 0; n < 3; n += 1) made.push((await ask(INVOICES, POST)) as Invoice)
  const [first, second] = made as [Invoice, Invoice]
  await ask(`${INVOICES}${first.number}/`, GET)
  await ask(`${INVOICES}${second.number}/`, GET)
  await ask(INVOICES, GET)
  await ask(PAYMENTS, { ...POST, body: JSON.stringify(paymentBody(first.number, first.amount)) })
}

const newWorld = await behind[process.argv[2] ?? '']?.()
if (!newWorld) throw new Error('simulator or maps?')
const server = setupServer()
server.listen({ onUnhandledRequest: 'error' })
for (let n = 0; n < TESTS; n += 1) {
  server.resetHandlers(...newWorld())
  await test()
}
server.close()
const { user, system } = process.cpuUsage(began)
console.log((user + system) / 1000)
