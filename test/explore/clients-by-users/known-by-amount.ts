/** In doubt it looks for an invoice of that customer and amount, and finds that of another order. */
import { createSimulator } from 'accounting-simulator'
import { allOf, type Experiment, noDuplicates, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, type Order, REFERENCES } from './shop'

interface Invoice {
  readonly amount: string
  readonly reference_number: string
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

const makeShop =
  (mended: boolean) =>
  ({ baseUrl, apiKey, disk }: Stage) => {
    async function call(path: string, body?: object): Promise<Response> {
      const response = await fetch(`${baseUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return response
    }

    async function isThere(order: Order): Promise<boolean> {
      const response = await call(`/public/v1/invoices/?customer_id=${order.customer}`)
      const { items } = (await response.json()) as { items: Invoice[] }
      const wanted = order.quantity * cents(order.price)
      return items.some((invoice) =>
        mended ? invoice.reference_number === order.reference : cents(invoice.amount) === wanted,
      )
    }

    return {
      async run() {
        for (const order of ORDERS) {
          if (disk.read(order.reference) === 'sent') continue
          const isInDoubt = disk.read(order.reference) === 'in doubt'
          disk.write(order.reference, 'in doubt')
          if (!isInDoubt || !(await isThere(order))) await call('/public/v1/invoices/', invoiceOf(order))
          disk.write(order.reference, 'sent')
        }
      },
    }
  }

const experiment = (mended: boolean): Experiment => ({
  world: createSimulator(),
  start: makeShop(mended),
  check: allOf(
    noDuplicates('invoices', 'reference_number'),
    nothingLost('invoices', 'reference_number', REFERENCES),
  ),
})

export const knownByAmount = () => experiment(false)
export const knownByReference = () => experiment(true)
