import { createSimulator } from 'accounting-simulator'
import { type Experiment, noDuplicates, type Stage } from 'accounting-simulator/explore'
import { invoiceBody } from '../../../bench/invoices'
import { INVOICES } from '../tiny'

export type Care = 'none' | 'a flag in memory' | 'keys'

/** Creates one invoice, if it is not there. */
export const pusher = (care: Care): Experiment => ({
  world: createSimulator(),
  start: ({ fetch, apiKey }: Stage) => {
    let isAtWork = false
    const headers = (): Record<string, string> => ({
      'X-API-KEY': apiKey(),
      'content-type': 'application/json',
      ...(care === 'keys' && { 'Idempotency-Key': 'R-1' }),
    })
    async function push(): Promise<void> {
      const { items } = await (await fetch(INVOICES, { headers: headers() })).json()
      if (items.some((one: { reference_number: string }) => one.reference_number === 'R-1')) return
      const body = JSON.stringify({ ...invoiceBody(), reference_number: 'R-1' })
      await fetch(INVOICES, { method: 'POST', headers: headers(), body })
    }
    return {
      async run() {
        if (isAtWork && care === 'a flag in memory') return
        isAtWork = true
        await push()
        isAtWork = false
      },
    }
  },
  check: noDuplicates('invoices', 'reference_number'),
})
