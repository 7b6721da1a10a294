/** In doubt it looks among the invoices of the list, of which it reads the first page only. */
import { createSimulator } from 'accounting-simulator'
import { allOf, type Experiment, noDuplicates, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

function shop({ baseUrl, apiKey, disk }: Stage) {
  const url = `${baseUrl}/public/v1/invoices/`
  const headers = () => ({ 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' })

  async function known(): Promise<Set<string>> {
    const response = await fetch(url, { headers: headers() })
    if (!response.ok) throw new Error(`list: ${response.status}`)
    const { items } = (await response.json()) as { items: { reference_number: string }[] }
    return new Set(items.map(({ reference_number }) => reference_number))
  }

  return {
    async run() {
      const open = ORDERS.filter(({ reference }) => !disk.read(reference))
      if (open.length === 0) return
      const there = await known()
      for (const order of open) {
        if (!there.has(order.reference)) {
          const body = JSON.stringify(invoiceOf(order))
          const response = await fetch(url, { method: 'POST', headers: headers(), body })
          if (!response.ok) throw new Error(`${order.reference}: ${response.status}`)
        }
        disk.write(order.reference, 'sent')
      }
    },
  }
}

export const firstPageOnly = (): Experiment => {
  const world = createSimulator()
  world.make.invoices(120, { company_id: 1, customer_id: 3 })
  return {
    world,
    start: shop,
    check: allOf(
      noDuplicates('invoices', 'reference_number'),
      nothingLost('invoices', 'reference_number', REFERENCES),
    ),
  }
}
