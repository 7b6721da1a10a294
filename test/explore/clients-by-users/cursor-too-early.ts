/** The export saves how far it is before it has written the page, and looks up customers in between. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, mirrorEquals, type Stage } from 'accounting-simulator/explore'
import ky from 'ky'

interface Invoice {
  readonly number: number
  readonly amount: string
  readonly customer_id: number
}

const makeExport =
  (mended: boolean) =>
  ({ baseUrl, apiKey, disk }: Stage) => {
    const get = <T>(path: string) =>
      ky
        .get(`${baseUrl}/public/v1/${path}`, {
          headers: { 'X-API-KEY': apiKey() },
          timeout: 60_000,
          retry: { limit: 6, backoffLimit: 60_000 },
        })
        .json<T>()

    async function write({ number, amount, customer_id }: Invoice): Promise<void> {
      const { name } = await get<{ name: string }>(`customers/${customer_id}/`)
      disk.write(`row/${number}`, JSON.stringify({ number, amount, customer: name }))
    }

    return {
      async run() {
        for (;;) {
          const cursor = Number(disk.read('cursor') ?? 0)
          const { items } = await get<{ items: Invoice[] }>(`invoices/?ordering=id&limit=4&offset=${cursor}`)
          if (items.length === 0) return
          const save = () => disk.write('cursor', String(cursor + items.length))
          if (!mended) save()
          for (const invoice of items) await write(invoice)
          if (mended) save()
        }
      },
    }
  }

const experiment = (mended: boolean): Experiment => {
  const world = createSimulator()
  world.make.invoices(6, { company_id: 1, customer_id: 1 })
  return {
    world,
    start: makeExport(mended),
    check: mirrorEquals('invoices', {
      mirror: ({ disk }) => {
        const rows = disk.names().filter((name) => name.startsWith('row/'))
        return Object.fromEntries(
          rows.map((name) => {
            const { number } = JSON.parse(disk.read(name) as string) as Invoice
            // An invoice is exported once, whatever becomes of it.
            return [String(number), {}]
          }),
        )
      },
    }),
  }
}

export const cursorTooEarly = () => experiment(false)
export const cursorAfterThePage = () => experiment(true)
