/** A Request can be sent once: its retry fails in the client, and the order goes to the list of the dead. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, nothingLost, type Stage } from 'accounting-simulator/explore'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

const makeShop =
  (mended: boolean) =>
  ({ baseUrl, apiKey, disk }: Stage) => {
    const wait = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000))

    async function sendSafely(request: Request): Promise<Response | undefined> {
      for (let tries = 0; tries < 6; tries += 1) {
        try {
          const response = await fetch(mended ? request.clone() : request)
          if (response.status < 500 && response.status !== 429) return response
        } catch {
          // No answer: once more.
        }
        await wait(2 ** tries)
      }
      return undefined
    }

    return {
      async run() {
        for (const order of ORDERS) {
          if (disk.read(order.reference)) continue
          const response = await sendSafely(
            new Request(`${baseUrl}/public/v1/invoices/`, {
              method: 'POST',
              headers: {
                'X-API-KEY': apiKey(),
                'Content-Type': 'application/json',
                'Idempotency-Key': order.reference,
              },
              body: JSON.stringify(invoiceOf(order)),
            }),
          )
          // What was refused is sent again tomorrow, perhaps with another key.
          if (response?.ok || !mended) disk.write(order.reference, response?.ok ? 'sent' : 'dead')
        }
      },
    }
  }

/** Short failures only: a shop whose orders are dead after a minute is not asked to outlive two hours. */
const experiment = (mended: boolean): Experiment => ({
  world: createSimulator(),
  start: makeShop(mended),
  faults: ['lose', 'cut', 'unavailable', 'error', 'limit'],
  check: nothingLost('invoices', 'reference_number', REFERENCES),
})

export const requestUsedTwice = () => experiment(false)
export const requestCloned = () => experiment(true)
