/** An order is an invoice and its payment. If the invoice is there, the order counts as done. */
import { createSimulator } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, type Order } from './shop'

interface Invoice {
  readonly number: number
  readonly reference_number: string
  readonly amount_due: string
}

const makeShop =
  (mended: boolean) =>
  ({ baseUrl, apiKey }: Stage) => {
    async function call<T>(path: string, body?: object, key = ''): Promise<T> {
      const response = await fetch(`${baseUrl}/public/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'X-API-KEY': apiKey(),
          'Content-Type': 'application/json',
          ...(key && { 'Idempotency-Key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return (await response.json()) as T
    }

    async function find({ reference }: Order): Promise<Invoice | undefined> {
      const { items } = await call<{ items: Invoice[] }>(`/invoices/?search=${reference}`)
      return items.find(({ reference_number }) => reference_number === reference)
    }

    async function book(order: Order): Promise<void> {
      const known = await find(order)
      if (known && (!mended || known.amount_due === '0.00')) return
      const invoice = known ?? (await call<Invoice>('/invoices/', invoiceOf(order), order.reference))
      await call(
        '/customer-payments/',
        {
          date: '2026-01-15',
          company_id: 1,
          customer_id: order.customer,
          check_number: order.reference,
          memo: '',
          account_number: 1000,
          currency_iso_4217_code: 'USD',
          exchange_rate: '1',
          items: [{ invoice_number: invoice.number, amount: invoice.amount_due }],
        },
        // What is due may change, and another body needs another key.
        `payment-of-${invoice.amount_due}-for-${order.reference}`,
      )
    }

    return {
      async run() {
        for (const order of ORDERS) await book(order)
      },
    }
  }

const check = ({ simulator }: End): string[] =>
  ORDERS.flatMap(({ reference }) => {
    const invoice = simulator.records.invoices.findFirst({ reference_number: reference })
    return invoice?.amount_due === '0.00' ? [] : [`${reference} was paid in the shop, not in the books`]
  })

const experiment = (mended: boolean): Experiment => ({
  world: createSimulator(),
  start: makeShop(mended),
  check,
})

export const halfAnOrder = () => experiment(false)
export const wholeOrder = () => experiment(true)
