/** A weekly job trusts its idempotency keys, which the service forgets after 48 hours. */
import { createSimulator } from 'accounting-simulator'
import { allOf, type Experiment, noDuplicates, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

const makeShop =
  (mended: boolean) =>
  ({ baseUrl, apiKey, disk }: Stage) => {
    /** Idempotency keys belong to the API key: another one knows nothing of earlier tries. */
    async function hasWorked(reference: string): Promise<boolean> {
      const headers = { 'X-API-KEY': apiKey() }
      const response = await fetch(`${baseUrl}/public/v1/invoices/?search=${reference}`, { headers })
      if (!response.ok) throw new Error(`the search was answered ${response.status}`)
      const { items } = (await response.json()) as { items: { reference_number: string }[] }
      return items.some(({ reference_number }) => reference_number === reference)
    }

    return {
      /** What does not work this week is sent again next week, under the same key. */
      async run() {
        for (const order of ORDERS) {
          if (disk.read(order.reference)) continue
          const tried = disk.read(`key of ${order.reference}`) ?? apiKey()
          if (mended && tried !== apiKey() && (await hasWorked(order.reference))) {
            disk.write(order.reference, 'sent')
            continue
          }
          if (mended) disk.write(`key of ${order.reference}`, apiKey())
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

const experiment = (every: string, mended: boolean): Experiment => ({
  world: createSimulator(),
  start: makeShop(mended),
  every,
  faults: 'network',
  check: allOf(
    noDuplicates('invoices', 'reference_number'),
    nothingLost('invoices', 'reference_number', REFERENCES),
  ),
})

export const trustsOldKeys = () => experiment('7 days', false)
export const trustsFreshKeys = () => experiment('12 hours', true)
