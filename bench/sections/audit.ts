import { createSimulator } from '../built'
import { type Schedule, timings } from '../harness'
import { invoiceBody, type Simulator } from '../invoices'
import { report } from '../report'
import { rewinding } from '../rewinding'
import { fill } from '../worlds'

/** What it costs to audit each commit: the same work in a strict simulator and in a plain one, over equal worlds. */
const MODES = [
  ['plain', {}],
  ['strict', { strict: true }],
] as const
const AIM = 2

async function compare(
  what: string,
  worldOf: () => Simulator,
  work: (simulator: Simulator, index: number) => unknown,
  schedule: Schedule,
): Promise<void> {
  const world = worldOf().export()
  const variants = MODES.map(([name, options]) => {
    const simulator = createSimulator({ world, rateLimits: false, ...options })
    return { name, run: (index: number) => work(simulator, index), ...rewinding(simulator) }
  })
  const [plain, strict] = await timings(variants, schedule)
  if (plain && strict) report(what, [{ timing: plain }, { timing: strict, against: plain, aim: AIM }])
}

const empty = () => createSimulator({ rateLimits: false })
const invoices = (count: number) => () => fill(empty(), count).simulator
const MANY: Schedule = { rounds: 11, sliceMilliseconds: 60, operationsAtMost: 300 }
/** For work that takes a slice or more. */
const ONCE: Schedule = { rounds: 11, sliceMilliseconds: 1, operationsAtMost: 1 }

for (const count of [1_000, 30_000])
  await compare(
    `Creating an invoice of one line over ${count.toLocaleString('en')} invoices`,
    invoices(count),
    ({ records }, index) => records.invoices.create(invoiceBody(1 + (index % 5), 1)),
    MANY,
  )

const PAID = 1_000
await compare(
  `A payment over ${PAID.toLocaleString('en')} invoices`,
  () => {
    const simulator = empty()
    for (let made = 0; made < PAID; made += 1) simulator.records.invoices.create(invoiceBody(1, 1))
    return simulator
  },
  ({ records }) =>
    records.customerPayments.create({
      date: '2026-01-15',
      company_id: 1,
      currency_iso_4217_code: 'USD',
      exchange_rate: '1',
      check_number: '',
      memo: '',
      items: Array.from({ length: PAID }, (_, index) => ({
        invoice_number: index + 1,
        amount: '1.00',
        position: index + 1,
      })),
    }),
  ONCE,
)

await compare(
  'An active contract of 36 months',
  empty,
  ({ records }) =>
    records.contracts.create({
      company_id: 1,
      customer_id: 1,
      name: 'Three years',
      start_date: '2026-02-01',
      end_date: '2029-01-31',
      status: 'active',
      obligations: [1, 2, 3, 4, 5].map((position) => ({
        item_id: position,
        quantity: '3',
        rate: '333.335',
        recognition_strategy: 'straight_line',
        position,
      })),
    }),
  MANY,
)

const ASSETS = 500
await compare(
  `Three months of depreciation of ${ASSETS} assets`,
  () => {
    const simulator = empty()
    for (let made = 1; made <= ASSETS; made += 1)
      simulator.records.fixedAssets.create({
        company_id: 1,
        name: `Asset ${made}`,
        currency_iso_4217_code: 'USD',
        exchange_rate: '1',
        purchase_date: '2026-01-10',
        cost: '6000.00',
        asset_account_number: 1500,
        expense_account_number: 6200,
        accumulation_account_number: 1590,
        useful_life: 60,
        depreciation_method: 'straight_line',
        depreciation_start_date: '2026-01-15',
        convention: 'full_month',
      })
    return simulator
  },
  ({ clock }) => clock.advance('3 months'),
  ONCE,
)
