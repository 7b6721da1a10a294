import { createSimulator } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { type Answer, Service } from './service'

export interface ListerBug {
  /** Goes on by offset, whatever happened to the list. */
  readonly trustsOffsets?: true
  /** Stores how far it got before it has got there. */
  readonly movesCursorFirst?: true
}

const DAYS = ['2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14']

function worldWithInvoices() {
  const simulator = createSimulator()
  for (const date of DAYS)
    for (let n = 1; n <= 2; n += 1)
      simulator.records.invoices.create({
        date,
        company_id: 1,
        customer_id: 1,
        reference_number: `${date}-${n}`,
        items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
      })
  return simulator
}

/** Copies posted invoices into a ledger of its own, each night those of the days that it has not read. */
class Lister {
  readonly #service: Service
  constructor(
    readonly stage: Stage,
    readonly bug: ListerBug,
  ) {
    this.#service = new Service(stage)
  }

  async run(): Promise<void> {
    const { disk } = this.stage
    const cursor = disk.read<string>('cursor') ?? '2026-01-01'
    if (this.bug.movesCursorFirst) disk.write('cursor', '2026-01-15')
    const path = `/public/v1/invoices/?company_id=1&record_status=posted&start_date=${cursor}`
    const invoices = this.bug.trustsOffsets ? await this.#byOffset(path) : await this.#service.list(path, 4)
    const copied = disk.read<Record<string, string>>('copied') ?? {}
    for (const { number, amount } of invoices) copied[String(number)] = String(amount)
    disk.write('copied', copied)
    disk.write('cursor', '2026-01-15')
  }

  async #byOffset(path: string): Promise<Answer[]> {
    const found: Answer[] = []
    for (let offset = 0; ; offset += 4) {
      const { items = [] } = await this.#service.get(`${path}&limit=4&offset=${offset}`)
      found.push(...items)
      if (items.length < 4) return found
    }
  }
}

export const lister = (bug: ListerBug = {}, options: Partial<Experiment> = {}): Experiment => ({
  world: worldWithInvoices(),
  start: (stage) => new Lister(stage, bug),
  check: ({ simulator, disk, others }) => {
    const theirs = new Set(others.map(({ id }) => id))
    const copied = disk.read<Record<string, string>>('copied') ?? {}
    const { items } = simulator.records.invoices.list()
    return items
      .filter(({ number, record_status }) => record_status === 'posted' && !theirs.has(number))
      .filter(({ number }) => copied[number] === undefined)
      .map(({ number }) => `invoice ${number} was not copied`)
  },
  ...options,
})
