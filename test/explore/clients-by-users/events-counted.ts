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
      const seen = disk.read<string[]>('seen') ?? []
      if (topic === 'core.invoice/created' && !(mended && seen.includes(event_id)))
        disk.write('seen', [...seen, event_id])
      return new Response(null, { status: 204 })
    },
  })

function check({ simulator, disk }: End): string[] {
  const [counted, there] = [disk.read<string[]>('seen')?.length ?? 0, simulator.records.invoices.count()]
  return counted === there ? [] : [`the dashboard shows ${counted} invoices, there are ${there}`]
}

const experiment = async (mended: boolean): Promise<Experiment> => {
  const { world, secret } = await withEvents()
  return { world, start: makeReceiver(secret, mended), check }
}

export const eventsCounted = () => experiment(false)
export const eventsCountedOnce = () => experiment(true)
