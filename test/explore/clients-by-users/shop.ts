/** What the shops of these clients sell, and the worlds that they meet. */
import { createSimulator, type Simulator } from 'accounting-simulator'

export interface Order {
  readonly reference: string
  readonly customer: number
  readonly quantity: number
  readonly price: string
}

export const ORDERS: readonly Order[] = [
  { reference: 'R-1', customer: 1, quantity: 3, price: '1.10' },
  { reference: 'R-2', customer: 2, quantity: 1, price: '80.00' },
  { reference: 'R-3', customer: 1, quantity: 3, price: '1.10' },
]

export const REFERENCES = ORDERS.map(({ reference }) => reference)

export const invoiceOf = ({ reference, customer, quantity, price }: Order) => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: customer,
  reference_number: reference,
  items: [{ item_id: 1, quantity, rate: price }],
})

export const HOOK = 'https://hooks.shop.example/accounting'

/** Three invoices are there, and their events wait for the shop. */
export async function withEvents(): Promise<{ world: Simulator; secret: string }> {
  const world = createSimulator()
  const response = await world.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: { 'X-API-KEY': world.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: HOOK, topics: ['core.invoice/created', 'core.invoice/updated'] }),
  })
  const { secret } = (await response.json()) as { secret: string }
  world.make.invoices(3, { company_id: 1, customer_id: 2 })
  return { world, secret }
}
