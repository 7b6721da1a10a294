/** The idempotency key contains the day, so what was in doubt last night is made again tonight. */
import { createSimulator } from 'accounting-simulator'
import { allOf, type Experiment, noDuplicates, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, type Order, REFERENCES } from './shop'

const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000))

function shop({ baseUrl, apiKey, disk }: Stage) {
  async function send(order: Order): Promise<void> {
    const today = new Date().toISOString().slice(0, 10)
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(`${baseUrl}/public/v1/invoices/`, {
        method: 'POST',
        headers: {
          'X-API-KEY': apiKey(),
          'Content-Type': 'application/json',
          'Idempotency-Key': `${order.reference}/${today}`,
        },
        body: JSON.stringify(invoiceOf(order)),
      }).catch(() => undefined)
      if (response?.ok) return
      if (tries === 3) throw new Error(`${order.reference}: ${response?.status ?? 'no answer'}`)
      await pause(Number(response?.headers.get('Retry-After') ?? 2 ** tries))
    }
  }
  return {
    async run() {
      for (const order of ORDERS) {
        if (disk.read(order.reference)) continue
        await send(order)
        disk.write(order.reference, 'sent')
      }
    },
  }
}

export const keyOfTheDay = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: allOf(
    noDuplicates('invoices', 'reference_number'),
    nothingLost('invoices', 'reference_number', REFERENCES),
  ),
})
