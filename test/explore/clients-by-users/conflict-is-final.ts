/** Its time-out is shorter than the service may take. The retry meets a 409, which it takes for a refusal. */
import { createSimulator } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, type Order, REFERENCES } from './shop'

const makeShop =
  (final: readonly number[]) =>
  ({ baseUrl, apiKey, disk }: Stage) => {
    const attempt = (order: Order): Promise<Response> =>
      fetch(`${baseUrl}/public/v1/invoices/`, {
        method: 'POST',
        headers: {
          'X-API-KEY': apiKey(),
          'Content-Type': 'application/json',
          'Idempotency-Key': `shop-${order.reference}`,
        },
        body: JSON.stringify(invoiceOf(order)),
        signal: AbortSignal.timeout(20_000),
      })

    async function send(order: Order): Promise<string> {
      for (let tries = 1; tries <= 6; tries += 1) {
        const response = await attempt(order).catch(() => undefined)
        if (response?.ok) return 'sent'
        if (response && final.includes(response.status)) return `refused with ${response.status}`
        await new Promise((done) => setTimeout(done, 1000 * 2 ** tries))
      }
      throw new Error(`${order.reference}: no luck today`)
    }

    return {
      async run() {
        for (const order of ORDERS)
          if (!disk.read(order.reference)) disk.write(order.reference, await send(order))
      },
    }
  }

function check({ simulator, disk }: End): string[] {
  return REFERENCES.filter((reference) => disk.read<string>(reference)?.startsWith('refused')).flatMap(
    (reference) =>
      simulator.records.invoices.count({ reference_number: reference })
        ? [`the shop says that ${reference} was ${disk.read(reference)}, yet it is there`]
        : [],
  )
}

const experiment = (final: readonly number[]): Experiment => ({
  world: createSimulator(),
  start: makeShop(final),
  check,
})

export const conflictIsFinal = () => experiment([400, 409, 422])
export const conflictIsNotFinal = () => experiment([400, 422])
