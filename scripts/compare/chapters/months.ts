import type { Simulator } from 'accounting-simulator'
import { contract, obligation } from '../../../test/support/worlds/contract'
import { createAsset } from '../../../test/support/worlds/fixed-asset'
import { METERED, metered, TIERED } from '../../../test/support/worlds/metered-contract'
import { write } from '../../../test/support/worlds/sentences'
import { entryTemplate, template } from '../../../test/support/worlds/template'
import type { Stage } from '../stage'

const MONTHS = 16
const LISTS = [
  ...[
    'contracts',
    'fixed-assets',
    'invoices',
    'recurring/invoices',
    'recurring/journal-entries',
    'journal-entries',
  ],
  ...['bills', 'recurring/bills', 'cash-sales', 'customer-payments', 'inbox', 'inbox/transactions'],
]
const STRATEGIES = [
  'straight_line',
  'straight_line_start_end_even',
  'daily_prorata',
  'immediate',
  'milestone',
] as const

/** More than a year in which the clock writes: contracts, usage, depreciation, templates and reversals. */
export async function months(stage: Stage): Promise<void> {
  const simulator = stage.open({ now: '2026-01-01T00:00:00Z' })
  simulator.admin.exchangeRates.set('EUR', 'USD', '1.1045')
  simulator.admin.exchangeRates.set('USD', 'EUR', '0.9', '2026-05-01')
  sell(stage, simulator)
  equip(stage, simulator)
  repeat(stage, simulator)
  const meters = [metered(simulator), metered(simulator, 'draft')]
  for (let month = 1; month <= MONTHS; month += 1) {
    for (const meter of meters) await report(stage, simulator, meter, month)
    stage.try(() =>
      write(simulator, `journal Dr Expense ${month}.11, Cr Bank ${month}.11; reversal 2027-01-31`),
    )
    await simulator.clock.advance({ months: 1 })
    for (const path of stage.chance.some(LISTS, 6))
      await stage.ask(simulator, 'GET', `/public/v1/${path}/?limit=50`)
    steer(stage, simulator, month)
    for (let id = 1; id <= 4; id += 1) {
      await stage.ask(simulator, 'GET', `/public/v1/contracts/${1 + ((id + month) % 9)}/`)
      await stage.ask(simulator, 'GET', `/public/v1/fixed-assets/${1 + ((id + month) % 8)}/`)
    }
    await stage.ask(simulator, 'GET', '/public/v3-alpha/invoices/?limit=20')
    await stage.ask(simulator, 'GET', `/public/v3-alpha/invoices/lines/?limit=20&offset=${month}`)
  }
  await stage.conclude(simulator)
}

function sell({ chance, try: attempt }: Stage, { records }: Simulator): void {
  for (const recognition_strategy of STRATEGIES)
    for (const status of ['active', 'draft'] as const)
      attempt(() =>
        records.contracts.create(
          contract({
            start_date: '2026-01-31',
            end_date: chance.pick(['2026-12-30', '2027-03-14', '2026-07-31']),
            billing_frequency: chance.pick(['monthly', 'annually', 'weekly']),
            recognition_frequency: chance.pick(['monthly', 'annually']),
            currency_iso_4217_code: chance.pick(['USD', 'EUR']),
            status,
            obligations: [
              obligation({
                recognition_strategy,
                rate: '333.335',
                quantity: '3',
                ...(recognition_strategy === 'milestone' && {
                  obligation_conditions: { milestones: [{ name: 'delivery', percentage: '100' }] },
                }),
              }),
              obligation({ rate: '1234.57', discount_type: 'PERCENTAGE', discount_value: '10' }),
            ],
          } as Parameters<typeof contract>[0]),
        ),
      )
}

function equip({ chance, try: attempt }: Stage, simulator: Simulator): void {
  for (const depreciation_method of ['straight_line', 'double_declining'] as const)
    for (const convention of ['full_month', 'half_month', 'mid_month', 'half_year'])
      attempt(() =>
        createAsset(simulator, {
          depreciation_method,
          convention: convention as 'full_month',
          cost: `${500 + chance.below(900)}.37`,
          useful_life: 5 + chance.below(20),
          depreciation_start_date: chance.pick(['2025-12-10', '2026-02-01', '2026-03-31']),
        }),
      )
}

function repeat({ chance, try: attempt }: Stage, { records }: Simulator): void {
  for (const rrule of [
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=WEEKLY;INTERVAL=3;COUNT=9',
    'FREQ=DAILY;COUNT=4',
  ]) {
    attempt(() => records.recurringInvoices.create(template({ rrule })))
    attempt(() => records.recurringJournalEntries.create(entryTemplate({ rrule })))
    attempt(() =>
      records.recurringInvoices.create(
        template({ rrule, recurring_type: 'reminder', date: `2026-0${1 + chance.below(8)}-31` }),
      ),
    )
  }
}

async function report(
  stage: Stage,
  simulator: Simulator,
  meter: ReturnType<typeof metered>,
  month: number,
): Promise<void> {
  const { chance } = stage
  const day = `2026-${String(((month - 1) % 12) + 1).padStart(2, '0')}-1${chance.below(9)}`
  const items = [
    meter.use(METERED, day, 10 + chance.below(90)),
    meter.use(TIERED, day, `${chance.below(700)}.5`),
    ...(chance.below(3) === 0 ? [meter.use(METERED, 'no day', -1)] : []),
  ]
  const path = `/public/v1/contracts/${meter.id}/usage/`
  await stage.ask(simulator, 'POST', `${path}bulk-upsert/`, { body: { items } })
  await stage.ask(simulator, 'GET', path)
}

function steer({ try: attempt }: Stage, { admin, records }: Simulator, month: number): void {
  if (month === 2) attempt(() => admin.contracts.activate(2))
  if (month === 4)
    for (const { id, obligations } of records.contracts.list({ limit: 100 }).items)
      if (obligations[0]?.recognition_strategy === 'milestone')
        attempt(() => admin.contracts.achieveMilestone(id, 'delivery', '2026-04-20'))
  if (month === 6) attempt(() => admin.contracts.terminate(1, '2026-07-15'))
  if (month === 7) attempt(() => admin.contracts.terminate(1, '2026-07-15'))
  if (month === 8) attempt(() => admin.contracts.achieveMilestone(1, 'nothing', '2026-04-20'))
  if (month === 9) attempt(() => admin.periods.lockThrough(1, '2026-08-31'))
  if (month === 11) attempt(() => admin.periods.unlock(1))
}
