/** Whatever is not a success is sent again every second, also what will never succeed: the key was read at the start. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

function shop({ baseUrl, apiKey }: Stage) {
  const key = apiKey()
  return {
    async run() {
      for (const order of ORDERS)
        for (;;) {
          const response = await fetch(`${baseUrl}/public/v1/invoices/`, {
            method: 'POST',
            headers: {
              'X-API-KEY': key,
              'Content-Type': 'application/json',
              'Idempotency-Key': order.reference,
            },
            body: JSON.stringify(invoiceOf(order)),
          }).catch(() => undefined)
          if (response?.ok) break
          await new Promise((done) => setTimeout(done, 1000))
        }
    },
  }
}

export const asksForEver = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: nothingLost('invoices', 'reference_number', REFERENCES),
})
