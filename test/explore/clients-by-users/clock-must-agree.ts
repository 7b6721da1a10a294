/** Signatures older than thirty seconds are refused, and the clocks of two machines differ by more. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import { withEvents } from './shop'

const makeReceiver =
  (secret: string, tolerance: number) =>
  ({ disk, now }: Stage) => {
    function isGenuine(headers: Headers, body: string): boolean {
      const timestamp = headers.get('Service-Webhook-Request-Timestamp') ?? ''
      const given = Buffer.from(headers.get('Service-Webhook-Signature-V1') ?? '', 'hex')
      const wanted = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest()
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
      return Math.abs(Number(now()) / 1000 - Number(timestamp)) <= tolerance
    }
    return {
      async receive(request: Request): Promise<Response> {
        const body = await request.text()
        if (!isGenuine(request.headers, body)) return new Response('bad signature', { status: 400 })
        const { object } = JSON.parse(body) as { object: { id: number } }
        disk.write(`invoice/${object.id}`, 'known')
        return new Response(null, { status: 200 })
      },
    }
  }

const check = ({ simulator, disk }: End): string[] =>
  simulator.records.invoices
    .findMany({})
    .filter(({ number }) => disk.read(`invoice/${number}`) !== 'known')
    .map(({ number }) => `invoice ${number} was never heard of`)

const experiment = async (tolerance: number): Promise<Experiment> => {
  const { world, secret } = await withEvents()
  return { world, start: makeReceiver(secret, tolerance), check }
}

export const clockMustAgree = () => experiment(30)
export const clockMayDiffer = () => experiment(300)
