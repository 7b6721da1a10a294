/** Only 429 is retried; any other error of HTTP counts as a refusal, and the order is put aside for good. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, nothingLost, type Stage } from 'accounting-simulator/explore'
import ky, { HTTPError } from 'ky'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

function shop({ baseUrl, apiKey, disk }: Stage) {
  const api = ky.extend({
    prefixUrl: baseUrl,
    timeout: 60_000,
    retry: { limit: 5, methods: ['post'], statusCodes: [429], afterStatusCodes: [429] },
  })
  return {
    async run() {
      for (const order of ORDERS) {
        if (disk.read(order.reference)) continue
        try {
          await api.post('public/v1/invoices/', {
            headers: { 'X-API-KEY': apiKey(), 'Idempotency-Key': order.reference },
            json: invoiceOf(order),
          })
          disk.write(order.reference, 'sent')
        } catch (error) {
          if (!(error instanceof HTTPError)) throw error
          disk.write(order.reference, `refused: ${error.response.status}`)
        }
      }
    },
  }
}

export const givesUpOn503 = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  faults: ['unavailable', 'limit', 'maintenance', 'lose', 'cut'],
  check: nothingLost('invoices', 'reference_number', REFERENCES),
})
