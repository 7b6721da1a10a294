/** The nightly export reads the newest invoices first, page by page, and exports what moved to the next page twice. */
import { createSimulator } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import ky from 'ky'

const makeExport =
  (mended: boolean) =>
  ({ baseUrl, apiKey }: Stage) => {
    const api = ky.create({ prefixUrl: baseUrl, timeout: 60_000, retry: { limit: 5, backoffLimit: 60_000 } })
    return {
      async run(): Promise<number[]> {
        const numbers: number[] = []
        for (let offset = 0; ; offset += 10) {
          const searchParams = { ordering: mended ? 'id' : '-id', limit: 10, offset }
          const page = await api
            .get('public/v1/invoices/', { headers: { 'X-API-KEY': apiKey() }, searchParams })
            .json<{ items: { number: number }[]; count: number }>()
          numbers.push(...page.items.map(({ number }) => number))
          if (offset + 10 >= page.count) return numbers
        }
      },
    }
  }

/** Each night's file has each invoice once. */
const check = ({ reports }: End): string[] =>
  (reports as (number[] | undefined)[]).flatMap((numbers, night) =>
    numbers && new Set(numbers).size < numbers.length
      ? [`the file of night ${night + 1} has an invoice twice`]
      : [],
  )

const experiment = (mended: boolean): Experiment => {
  const world = createSimulator()
  world.make.invoices(25, { company_id: 1, customer_id: 1 })
  return { world, start: makeExport(mended), check }
}

export const pagesByOffset = () => experiment(false)
export const pagesInOrder = () => experiment(true)
