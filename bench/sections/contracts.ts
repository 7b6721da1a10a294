import { performance } from 'node:perf_hooks'
import { createSimulator } from '../built'
import type { Timing } from '../harness'
import type { Simulator } from '../invoices'
import { report } from '../report'

/** The cost of a contract while the clock passes its term, and whether many contracts slow down an entry. */
const START = '2026-02-01'
const END = '2029-01-31'
const MONTHS = 36
/** Enough of the term to compare worlds by. */
const SOME_MONTHS = 3
const ENTRIES_AT_LEAST = 2000

const STRATEGIES = [
  'straight_line',
  'straight_line_start_end_even',
  'daily_prorata',
  'straight_line',
  'daily_prorata',
] as const

/** Five obligations over three years, recognised and billed by month. */
const contract = (index: number) => ({
  company_id: 1,
  customer_id: 1 + (index % 5),
  name: `Contract ${index}`,
  start_date: START,
  end_date: END,
  status: 'active' as const,
  obligations: STRATEGIES.map((recognition_strategy, at) => ({
    item_id: at + 1,
    quantity: '3',
    rate: '333.335',
    discount_type: 'PERCENTAGE' as const,
    discount_value: '10',
    recognition_strategy,
    position: at + 1,
  })),
})

interface Contracts {
  readonly simulator: Simulator
  readonly count: number
  /** Milliseconds that it took to create one, with its schedule. */
  readonly created: number
}

function withContracts(count: number): Contracts {
  const simulator = createSimulator()
  const start = performance.now()
  for (let index = 0; index < count; index += 1) simulator.records.contracts.create(contract(index))
  return { simulator, count, created: (performance.now() - start) / count }
}

/** Noon of the last day of a month, counted from the start. */
const noonAfter = (months: number): string => new Date(Date.UTC(2026, 1 + months, 0, 12)).toISOString()

/** Recognitions and invoices. */
const entriesOf = (count: number, months: number): number => count * months * (STRATEGIES.length + 1)

/** Microseconds per entry while months go by; the world is taken back. */
async function once({ simulator, count }: Contracts, months: number): Promise<number> {
  const entries = entriesOf(count, months)
  const mark = simulator.snapshot()
  const start = performance.now()
  // The instalment of a month is billed on its first day, what is earned is recognised on its last.
  await simulator.clock.advanceTo(noonAfter(months))
  const microseconds = (performance.now() - start) * 1000
  const written = simulator.books.entries().length
  if (written !== entries) throw new Error(`${count} contracts made ${written} entries instead of ${entries}`)
  simulator.restore(mark)
  return microseconds / entries
}

/** A small world goes through it again and again, so that every figure is that of many entries. */
async function live(world: Contracts, months: number): Promise<number> {
  const times = Math.ceil(ENTRIES_AT_LEAST / entriesOf(world.count, months))
  let total = 0
  for (let time = 0; time < times; time += 1) total += await once(world, months)
  return total / times
}

async function rounds(worlds: readonly Contracts[], months: number, howMany: number): Promise<Timing[]> {
  const figures = worlds.map((): number[] => [])
  for (let round = 0; round < howMany; round += 1)
    for (const [index, world] of worlds.entries()) figures[index]?.push(await live(world, months))
  return worlds.map(({ count }, index) => {
    const name = `${count} contracts, ${months} months: ${entriesOf(count, months)} entries`
    return { name, rounds: figures[index] ?? [] }
  })
}

const [ten, hundred, thousand] = [10, 100, 1000].map(withContracts) as [Contracts, Contracts, Contracts]
await rounds([ten], MONTHS, 2) // until it is compiled
const [whole] = (await rounds([hundred], MONTHS, 3)) as [Timing]
report('Contracts of five obligations over three years, per entry that time makes', [{ timing: whole }])
const [few, many] = (await rounds([ten, thousand], SOME_MONTHS, 5)) as [Timing, Timing]
report('The same among more contracts', [{ timing: few }, { timing: many, against: few, aim: 1.5 }])
for (const { count, created } of [ten, hundred, thousand])
  console.log(`  created active, with their schedules: ${count} at ${created.toFixed(2)} ms each`)
