/** `forEach` awaits nothing: the run is over before its requests are, and nobody handles their errors. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, quietAfterTheEnd, type Stage } from 'accounting-simulator/explore'
import ky from 'ky'
import { invoiceOf, ORDERS } from './shop'

function shop({ baseUrl, apiKey, disk }: Stage) {
  const api = ky.create({ prefixUrl: baseUrl, headers: { 'X-API-KEY': apiKey() } })
  return {
    async run() {
      const customers = await api.get('public/v1/customers/').json<{ items: { id: number }[] }>()
      const known = new Set(customers.items.map(({ id }) => id))
      ORDERS.filter(({ customer, reference }) => known.has(customer) && !disk.read(reference)).forEach(
        async (order) => {
          const headers = { 'Idempotency-Key': order.reference }
          await api.post('public/v1/invoices/', { json: invoiceOf(order), headers })
          disk.write(order.reference, 'sent')
        },
      )
    },
  }
}

export const notAwaited = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: quietAfterTheEnd,
})
