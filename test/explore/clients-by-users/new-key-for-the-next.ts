/** After a 403 it reads the new key, but does not send the refused order again; the mark moves past it. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, type Order, REFERENCES } from './shop'

function shop({ baseUrl, apiKey, disk, sleep }: Stage) {
  let key = apiKey()

  const post = (order: Order): Promise<Response | undefined> =>
    fetch(`${baseUrl}/public/v1/invoices/`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json', 'Idempotency-Key': order.reference },
      body: JSON.stringify(invoiceOf(order)),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => undefined)

  return {
    async run() {
      let done = Number(disk.read('done') ?? 0)
      for (let tries = 0; done < ORDERS.length; ) {
        const response = await post(ORDERS[done] as Order)
        if (response?.status === 403) key = apiKey()
        else if (!response?.ok) {
          tries += 1
          if (tries === 8) throw new Error(`gave up at order ${done + 1}`)
          await sleep(1000 * 2 ** tries)
          continue
        }
        done += 1
        disk.write('done', String(done))
      }
    },
  }
}

export const newKeyForTheNext = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: nothingLost('invoices', 'reference_number', REFERENCES),
})
