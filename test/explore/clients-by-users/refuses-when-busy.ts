/** If the receiver cannot read the invoice just now, it answers 400, which ends the service's retries. */
import { verifyWebhook } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import { withEvents } from './shop'

const makeReceiver = (secret: string, statusOfTrouble: number) => (stage: Stage) => {
  const { baseUrl, apiKey, disk } = stage
  let reads = 0
  /** The read that brought the copy of an invoice: an answer to an earlier one may come later. */
  const broughtBy = new Map<number, number>()
  return {
    async receive(request: Request): Promise<Response> {
      const body = await request.text()
      const checked = verifyWebhook({ secret, body, headers: request.headers, now: Date.now() })
      if (!checked.ok) return new Response(checked.reason, { status: 400 })
      try {
        const { id } = checked.event.object
        reads += 1
        const read = reads
        const response = await fetch(`${baseUrl}/public/v2/invoices/${id}/`, {
          headers: { 'X-API-KEY': apiKey() },
        })
        if (!response.ok) throw new Error(`invoice ${id}: ${response.status}`)
        const { amount_due } = (await response.json()) as { amount_due: string }
        if (read > (broughtBy.get(id) ?? 0)) {
          broughtBy.set(id, read)
          disk.write(`invoice/${id}`, amount_due)
        }
        return new Response(null, { status: 204 })
      } catch (error) {
        return new Response(String(error), { status: statusOfTrouble })
      }
    },
  }
}

const check = ({ simulator, disk }: End): string[] =>
  simulator.records.invoices
    .findMany({})
    .filter(({ number, amount_due }) => disk.read(`invoice/${number}`) !== amount_due)
    .map(({ number }) => `invoice ${number} is not in the copy`)

const experiment = async (statusOfTrouble: number): Promise<Experiment> => {
  const { world, secret } = await withEvents()
  return { world, start: makeReceiver(secret, statusOfTrouble), check }
}

export const refusesWhenBusy = () => experiment(400)
export const asksAgainWhenBusy = () => experiment(503)
