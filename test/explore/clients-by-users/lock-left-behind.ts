/** A lock on disk keeps two runs apart. A crash leaves it there, and no later run does anything. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, nothingLost, type Stage } from 'accounting-simulator/explore'
import ky from 'ky'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

function shop({ baseUrl, apiKey, disk }: Stage) {
  async function sendAll(): Promise<void> {
    for (const order of ORDERS) {
      if (disk.read(order.reference)) continue
      await ky.post(`${baseUrl}/public/v1/invoices/`, {
        headers: { 'X-API-KEY': apiKey(), 'Idempotency-Key': order.reference },
        json: invoiceOf(order),
        retry: { limit: 4, methods: ['post'] },
      })
      disk.write(order.reference, 'sent')
    }
  }
  return {
    async run() {
      if (disk.read('lock') === 'held') return console.debug('the last run is still at work')
      disk.write('lock', 'held')
      try {
        await sendAll()
      } finally {
        disk.write('lock', 'free')
      }
    },
  }
}

export const lockLeftBehind = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: nothingLost('invoices', 'reference_number', REFERENCES),
})
