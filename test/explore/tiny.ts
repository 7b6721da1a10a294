import { createSimulator } from 'accounting-simulator'
import type { Experiment, Program, Stage } from 'accounting-simulator/explore'

export const INVOICES = '/public/v1/invoices/'
export const ROUTE = `POST ${INVOICES}`

/** A request that creates an invoice. */
export const creation = ({ baseUrl, apiKey }: Pick<Stage, 'baseUrl' | 'apiKey'>, key?: string) =>
  new Request(baseUrl + INVOICES, {
    method: 'POST',
    headers: {
      'X-API-KEY': apiKey(),
      'content-type': 'application/json',
      ...(key && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify({
      company_id: 1,
      customer_id: 1,
      date: '2026-01-15',
      reference_number: 'R-1',
      items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
    }),
  })

/** Creates one invoice, and notes that it did; tries again until it has an answer of success. */
export const creates =
  (key?: string) =>
  (stage: Stage): Program<void> => ({
    async run() {
      for (let tries = 0; tries < 3 && stage.disk.read('done') === undefined; tries += 1)
        try {
          const response = await stage.fetch(creation(stage, key))
          if (response.ok && (await response.json()) !== null) stage.disk.write('done', true)
          else await stage.sleep(30_000)
        } catch {
          await stage.sleep(5000)
        }
    },
  })

/** One invoice must be there at the end. */
export const onceIn = ({ simulator }: Parameters<Experiment['check']>[0]): string[] => {
  const count = simulator.records.invoices.count({ search: 'R-1' })
  return count === 1 ? [] : [`R-1 is there ${count} times`]
}

export const tiny = (options: Partial<Experiment> = {}): Experiment => ({
  world: createSimulator(),
  start: creates(),
  check: onceIn,
  rounds: 2,
  ...options,
})
