/** The body says when it was sent, so a retry with the same key has another body: 422, taken for a refusal. */
import { createSimulator } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import ky, { HTTPError } from 'ky'
import { invoiceOf, ORDERS, type Order, REFERENCES } from './shop'

function shop({ baseUrl, apiKey, disk }: Stage) {
  const send = (order: Order, memo: string) =>
    ky.post(`${baseUrl}/public/v1/invoices/`, {
      headers: { 'X-API-KEY': apiKey(), 'Idempotency-Key': `order-${order.reference}` },
      json: { ...invoiceOf(order), memo },
      timeout: 60_000,
      retry: 0,
    })

  async function push(order: Order): Promise<'sent' | 'refused'> {
    for (let tries = 1; ; tries += 1)
      try {
        await send(order, `Sent by the shop at ${new Date().toISOString()}`)
        return 'sent'
      } catch (error) {
        if (error instanceof HTTPError && error.response.status === 422) return 'refused'
        if (tries === 5) throw error
        await new Promise((done) => setTimeout(done, 2000 * tries))
      }
  }

  return {
    async run() {
      for (const order of ORDERS)
        if (!disk.read(order.reference)) disk.write(order.reference, await push(order))
    },
  }
}

/** What the shop has on its list of refused orders for a person to look at must not be in the books. */
function check({ simulator, disk }: End): string[] {
  const refused = REFERENCES.filter((reference) => disk.read(reference) === 'refused')
  const booked = refused.filter((reference_number) => simulator.records.invoices.count({ reference_number }))
  return booked.map((reference) => `${reference} counts as refused, yet it is there`)
}

export const bodyWithTheTime = (): Experiment => ({ world: createSimulator(), start: shop, check })
