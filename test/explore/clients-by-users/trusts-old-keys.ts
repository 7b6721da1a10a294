/** A weekly job trusts its idempotency keys, which the service forgets after 48 hours. */
import { createSimulator } from 'accounting-simulator'
import { allOf, type Experiment, noDuplicates, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

function shop({ baseUrl, apiKey, disk }: Stage) {
  return {
    /** What does not work this week is sent again next week, under the same key. */
    async run() {
      for (const order of ORDERS) {
        if (disk.read(order.reference)) continue
        const response = await fetch(`${baseUrl}/public/v1/invoices/`, {
          method: 'POST',
          headers: {
            'X-API-KEY': apiKey(),
            'Content-Type': 'application/json',
            'Idempotency-Key': `order-${order.reference}`,
          },
          body: JSON.stringify(invoiceOf(order)),
        }).catch(() => undefined)
        if (response?.ok) disk.write(order.reference, 'sent')
      }
    },
  }
}

const experiment = (every: string): Experiment => ({
  world: createSimulator(),
  start: shop,
  every,
  faults: 'network',
  check: allOf(
    noDuplicates('invoices', 'reference_number'),
    nothingLost('invoices', 'reference_number', REFERENCES),
  ),
})

export const trustsOldKeys = () => experiment('7 days')
export const trustsFreshKeys = () => experiment('12 hours')
