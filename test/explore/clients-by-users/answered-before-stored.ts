/** The receiver answers at once and stores the event a second later. */
import { verifyWebhook } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import { withEvents } from './shop'

const makeReceiver =
  (secret: string, mended: boolean) =>
  ({ disk }: Stage) => {
    const queue: number[] = []
    const store = (): void => {
      for (const id of queue.splice(0)) disk.write(`invoice/${id}`, 'stored')
    }
    return {
      async receive(request: Request): Promise<Response> {
        const body = await request.text()
        const checked = verifyWebhook({ secret, body, headers: request.headers, now: Date.now() })
        if (!checked.ok) return new Response(null, { status: 400 })
        queue.push(Number(checked.event.object.id))
        if (mended) store()
        else setTimeout(store, 1000)
        return new Response(null, { status: 204 })
      },
    }
  }

const check = ({ simulator, disk }: End): string[] =>
  simulator.records.invoices
    .findMany({})
    .filter(({ number }) => !disk.read(`invoice/${number}`))
    .map(({ number }) => `nobody has heard of invoice ${number}`)

const experiment = async (mended: boolean): Promise<Experiment> => {
  const { world, secret } = await withEvents()
  return { world, start: makeReceiver(secret, mended), check }
}

export const answeredBeforeStored = () => experiment(false)
export const storedBeforeAnswered = () => experiment(true)
