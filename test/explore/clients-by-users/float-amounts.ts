/** In doubt it compares the amount with quantity times price in floating point: 3 x 1.1 is not 3.3. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, noDuplicates, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, type Order } from './shop'

interface Invoice {
  readonly reference_number: string
  readonly amount: string
}

function shop({ baseUrl, apiKey, disk }: Stage) {
  const headers = () => ({ 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' })
  const url = `${baseUrl}/public/v1/invoices/`

  async function isThere(order: Order): Promise<boolean> {
    const response = await fetch(`${url}?search=${order.reference}`, { headers: headers() })
    if (!response.ok) throw new Error(`looking: ${response.status}`)
    const { items } = (await response.json()) as { items: Invoice[] }
    const total = order.quantity * Number(order.price)
    return items.some(
      ({ reference_number, amount }) => reference_number === order.reference && Number(amount) === total,
    )
  }

  return {
    async run() {
      for (const order of ORDERS) {
        if (disk.read(order.reference) === 'sent') continue
        if (disk.read(order.reference) === 'in doubt' && (await isThere(order))) continue
        disk.write(order.reference, 'in doubt')
        const body = JSON.stringify(invoiceOf(order))
        const response = await fetch(url, { method: 'POST', headers: headers(), body })
        if (!response.ok) throw new Error(`${order.reference}: ${response.status}`)
        disk.write(order.reference, 'sent')
      }
    },
  }
}

export const floatAmounts = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: noDuplicates('invoices', 'reference_number'),
})
