import { performance } from 'node:perf_hooks'
import { createSimulator } from '../built'
import { invoiceBody, type Simulator } from '../invoices'
import { quartiles } from '../quartiles'

/** Recurring invoices while the clock passes ten years, and whether a fuller world makes a record dearer. */
const YEARS = 10
const ROUNDS = 7

const monthly = (name: string, more: object = {}) => ({
  name,
  memo: '',
  date: '2026-01-01',
  company_id: 1,
  status: 'active' as const,
  recurring_type: 'automatic' as const,
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
  record_payload: invoiceBody(),
  ...more,
})

function withTemplates(simulator: Simulator, howMany: number, more: object = {}): Simulator {
  for (let index = 0; index < howMany; index += 1)
    simulator.records.recurringInvoices.create(monthly(`Template ${index}`, more))
  return simulator
}

/** Microseconds per record, one figure for each round; the world is taken back after each. */
async function rounds(simulator: Simulator, records: number): Promise<number[]> {
  const before = simulator.records.invoices.count()
  const figures: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const mark = simulator.snapshot()
    const start = performance.now()
    await simulator.clock.advance({ years: YEARS })
    const microseconds = (performance.now() - start) * 1000
    const written = simulator.records.invoices.count() - before
    if (written !== records) throw new Error(`${written} records instead of ${records}`)
    simulator.restore(mark)
    // The first round warms up.
    if (round > 0) figures.push(microseconds / records)
  }
  return figures
}

const line = (name: string, figures: readonly number[], against?: number): number => {
  const { lower, median, upper } = quartiles(figures)
  const ratio = against === undefined ? '' : `  ratio ${(median / against).toFixed(2)}`
  const spread = `${lower.toFixed(0)}..${upper.toFixed(0)}`
  console.log(`  ${name.padEnd(58)} ${median.toFixed(0).padStart(5)} us ${spread.padStart(12)}${ratio}`)
  return median
}

console.log('\nRecurring invoices of five lines, per record')
const hundred = withTemplates(createSimulator(), 100)
const total = 100 * 12 * YEARS
const each = line(`100 monthly templates for ${YEARS} years: ${total} records`, await rounds(hundred, total))
console.log(`  all of them: ${((each * total) / 1e6).toFixed(2)} s`)

let smallest: number | undefined
for (const size of [10, 100, 1000]) {
  const simulator = withTemplates(createSimulator(), size, { date: '2090-01-31' })
  for (let index = 0; index < size; index += 1) simulator.records.invoices.create(invoiceBody())
  withTemplates(simulator, 10)
  const figures = await rounds(simulator, 10 * 12 * YEARS)
  const median = line(`10 templates beside ${size} others and ${size} invoices`, figures, smallest)
  smallest ??= median
}
