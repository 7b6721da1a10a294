/** It reads an invoice, asks the warehouse for half a minute, and puts the whole invoice back as it was, with a memo. */
import { createSimulator } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'

interface Invoice {
  readonly number: number
  readonly memo: string | null
}

function shop({ baseUrl, apiKey, sleep }: Stage) {
  const call = async (method: string, number: number, invoice?: Invoice): Promise<Invoice> => {
    const response = await fetch(`${baseUrl}/public/v1/invoices/${number}/`, {
      method,
      headers: { 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' },
      ...(invoice && { body: JSON.stringify(invoice) }),
    })
    if (!response.ok) throw new Error(`${method} ${number}: ${response.status}`)
    return (await response.json()) as Invoice
  }
  return {
    async run() {
      for (const number of [1, 2]) {
        const invoice = await call('GET', number)
        if (invoice.memo?.includes('[shipped]')) continue
        await sleep(30_000)
        await call('PUT', number, { ...invoice, memo: `${invoice.memo ?? ''} [shipped]` })
      }
    },
  }
}

/** What somebody else wrote into an invoice is still in its history's last state. */
function check({ simulator, others }: End): string[] {
  return others
    .filter(({ records, did }) => records === 'invoices' && did === 'updated')
    .filter(({ id }) => {
      const invoice = simulator.records.invoices.get(id)
      return JSON.stringify(invoice).includes('[shipped]') && !invoice.memo?.includes('somebody else')
    })
    .map(({ id }) => `what somebody wrote into invoice ${id} is gone`)
}

export const overwritesOthers = (): Experiment => {
  const world = createSimulator()
  world.make.invoices(2, { company_id: 1, customer_id: 1 })
  return { world, start: shop, others: true, check }
}
