/** The receiver counts the events of new invoices; a delivery that comes twice is counted twice. */
import { verifyWebhook } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import { withEvents } from './shop'

const makeReceiver =
  (secret: string, mended: boolean) =>
  ({ disk }: Stage) => ({
    async receive(request: Request): Promise<Response> {
      const body = await request.text()
      const checked = verifyWebhook({ secret, body, headers: request.headers, now: Date.now() })
      if (!checked.ok) return new Response(null, { status: 400 })
      const { event_id, topic } = checked.event
      const isNew = disk.read(event_id) === undefined
      if (topic === 'core.invoice/created' && (isNew || !mended))
        disk.write('count', String(Number(disk.read('count') ?? 0) + 1))
      disk.write(event_id, 'seen')
      return new Response(null, { status: 204 })
    },
  })

function check({ simulator, disk }: End): string[] {
  const [counted, there] = [Number(disk.read('count') ?? 0), simulator.records.invoices.count()]
  return counted === there ? [] : [`the dashboard shows ${counted} invoices, there are ${there}`]
}

const experiment = async (mended: boolean): Promise<Experiment> => {
  const { world, secret } = await withEvents()
  return { world, start: makeReceiver(secret, mended), check }
}

export const eventsCounted = () => experiment(false)
export const eventsCountedOnce = () => experiment(true)
