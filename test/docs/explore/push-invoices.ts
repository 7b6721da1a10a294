import type { Stage } from 'accounting-simulator/explore'

type Options = Pick<Stage, 'baseUrl' | 'apiKey' | 'fetch' | 'sleep'>

/** Brings invoices that are not there yet, and asks again before it repeats a write. */
export async function pushInvoices(references: readonly string[], options: Options): Promise<void> {
  for (const reference of references) await push(reference, options)
}

async function push(reference: string, { baseUrl, apiKey, fetch, sleep }: Options): Promise<void> {
  const url = `${baseUrl}/public/v1/invoices/`
  for (let tries = 1; ; tries += 1)
    try {
      const headers = {
        'X-API-KEY': apiKey(),
        'content-type': 'application/json',
        'Idempotency-Key': reference,
      }
      const known = await fetch(`${url}?search=${reference}`, { headers })
      if (!known.ok) throw new Error(`answered ${known.status}`)
      if (((await known.json()) as { count: number }).count > 0) return
      const body = JSON.stringify({
        company_id: 1,
        customer_id: 1,
        date: '2026-01-15',
        reference_number: reference,
        items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
      })
      const made = await fetch(url, { method: 'POST', headers, body })
      if (!made.ok) throw new Error(`answered ${made.status}`)
      return
    } catch (error) {
      if (tries === 8) throw error
      await sleep(2 ** tries * 1000)
    }
}
