/** The outbox ticks an order off before it is sent. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, type Order, REFERENCES } from './shop'

class Outbox {
  constructor(readonly disk: Stage['disk']) {}

  get open(): Order[] {
    const done = JSON.parse(this.disk.read('done') ?? '[]') as string[]
    return ORDERS.filter(({ reference }) => !done.includes(reference))
  }

  tick({ reference }: Order): void {
    const done = JSON.parse(this.disk.read('done') ?? '[]') as string[]
    this.disk.write('done', JSON.stringify([...done, reference]))
  }
}

function shop({ baseUrl, apiKey, fetch, sleep, disk }: Stage) {
  const outbox = new Outbox(disk)
  async function send(order: Order): Promise<void> {
    for (let pause = 1000; ; pause *= 2) {
      const response = await fetch(`${baseUrl}/public/v1/invoices/`, {
        method: 'POST',
        headers: {
          'X-API-KEY': apiKey(),
          'Content-Type': 'application/json',
          'Idempotency-Key': order.reference,
        },
        body: JSON.stringify(invoiceOf(order)),
      }).catch(() => undefined)
      if (response?.ok) return
      await sleep(Math.min(pause, 3_600_000))
    }
  }
  return {
    async run() {
      for (const order of outbox.open) {
        outbox.tick(order)
        await send(order)
      }
    },
  }
}

export const doneBeforeSent = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: nothingLost('invoices', 'reference_number', REFERENCES),
})
