import type {
  Advance,
  Area,
  Fired,
  Invoice,
  InvoiceInput,
  InvoiceLine,
  Pending,
  Simulator,
  SimulatorOptions,
  Snapshot,
} from 'accounting-simulator'
import * as main from 'accounting-simulator'
import { scenarios } from 'accounting-simulator/scenarios'
import { linkFakeTimers, withVirtualTime } from 'accounting-simulator/time'
import { worlds } from 'accounting-simulator/worlds'
import { expectTypeOf, vi } from 'vitest'

/**
 * The names and types that programs of users are written against. The type checker reads this file, and nothing runs
 * it: what stands here is renamed or retyped in a new major version only.
 */
export function options(): SimulatorOptions[] {
  return [
    {
      baseUrl: 'https://accounting.test',
      now: '2026-01-15T09:00:00Z',
      clock: 'manual',
      seed: 1,
      world: 'small-company',
      apiKeys: [
        { key: 'a', permissions: 'all', organization: 'other' },
        { key: 'b', permissions: ['INTEGRATION:view'] },
      ],
      rateLimits: {},
      webhooks: { headerPrefix: 'Service', patience: 2000 },
      strict: false,
      assumptions: {},
    },
    { clock: 'live', rateLimits: false, world: 'empty', audit: true },
    { clock: 'auto', trusted: true, host: { now: () => 0, wakeAt: () => undefined } },
    { world: main.createSimulator().export() },
    { world: worlds.aged({ invoices: 100, upTo: '1 year' }) },
  ]
}

export async function simulator(of: Simulator): Promise<void> {
  expectTypeOf(main.createSimulator).toBeCallableWith()
  expectTypeOf(main.createSimulator()).toEqualTypeOf<Simulator>()
  expectTypeOf(of.apiKey).toEqualTypeOf<string>()
  expectTypeOf(of.baseUrl).toEqualTypeOf<string>()
  const { fetch } = of
  expectTypeOf(await fetch(new Request(of.baseUrl))).toEqualTypeOf<Response>()
  expectTypeOf(await fetch('/public/v1/invoices/', { method: 'POST' })).toEqualTypeOf<Response>()
  const mark: Snapshot = of.snapshot()
  of.restore(mark)
  of.reset()
  expectTypeOf(of.fork()).toEqualTypeOf<Simulator>()
  expectTypeOf(of.organization('other').records).toEqualTypeOf<Simulator['records']>()
  expectTypeOf(of.organizations()).toEqualTypeOf<string[]>()
  expectTypeOf(of.diff(mark).records.invoices?.added).not.toBeAny()
  expectTypeOf(of.diff(mark, of.snapshot()).balances).toExtend<readonly object[]>()
  const stop: () => void = of.subscribe(({ revision, areas }) => {
    expectTypeOf(revision).toEqualTypeOf<number>()
    expectTypeOf(areas).toExtend<ReadonlySet<Area>>()
  })
  stop()
  expectTypeOf<Area>().toEqualTypeOf<
    'traffic' | 'records' | 'clock' | 'webhooks' | 'limits' | 'faults' | 'world'
  >()
  expectTypeOf(of.assumptions.used()).toExtend<readonly string[]>()
  const [assumption] = of.assumptions.register()
  expectTypeOf(assumption).toExtend<
    | { id: string; section: string; text: string; default: unknown; alternatives: readonly unknown[] }
    | undefined
  >()
  expectTypeOf(of.openapi()).toHaveProperty('paths')
  const kept = of.journal()
  expectTypeOf(kept.take()).toBeArray()
  expectTypeOf(kept.isDirty).toEqualTypeOf<boolean>()
  const play = await of.play(main.defineScenario({ name: 'none', steps: [] }))
  await of.play(scenarios['lost-response'])
  expectTypeOf(play.fired).toExtend<readonly object[]>()
  of[Symbol.dispose]()
}

const LINE = { item_id: 1, quantity: 1, rate: '10.00' }
const INVOICE: InvoiceInput = { date: '2026-01-15', company_id: 1, customer_id: 1, items: [LINE] }

export function records({ records, make }: Simulator): void {
  const { invoices } = records
  const invoice: Invoice = invoices.create(INVOICE)
  expectTypeOf(invoices.get(invoice.number)).toEqualTypeOf<Invoice>()
  expectTypeOf(invoices.find(({ amount_due }) => amount_due !== '0.00')).toEqualTypeOf<Invoice | undefined>()
  expectTypeOf(invoices.list({ customer_id: 3, limit: 10 })).toEqualTypeOf<{
    items: Invoice[]
    count: number
  }>()
  expectTypeOf(invoices.update(1, INVOICE)).toEqualTypeOf<Invoice>()
  invoices.remove(1)
  expectTypeOf(invoices.count()).toEqualTypeOf<number>()
  expectTypeOf(invoices.count({ customer_id: 3 })).toEqualTypeOf<number>()
  const open = { customer_id: 3, amount_due: (due: string) => Number(due) > 0, company_id: [1, 2] }
  expectTypeOf(invoices.findMany(open, { orderBy: { date: 'desc' }, skip: 0, take: 10 })).toEqualTypeOf<
    Invoice[]
  >()
  invoices.findMany(({ memo }) => memo === '', { orderBy: [{ date: 'desc' }, { number: 'asc' }] })
  expectTypeOf(invoices.findFirst(open)).toEqualTypeOf<Invoice | undefined>()
  const [version] = invoices.history(1)
  expectTypeOf(version?.revision).toEqualTypeOf<number | undefined>()
  expectTypeOf(version?.at).toEqualTypeOf<string | null | undefined>()
  expectTypeOf(version?.changed.amount_due).toExtend<readonly [unknown, unknown] | undefined>()
  expectTypeOf(version?.cause?.sequence).toExtend<number | undefined>()
  expectTypeOf(version?.cause?.kind).toExtend<string | undefined>()
  expectTypeOf(version?.by).toEqualTypeOf<string | null | undefined>()
  expectTypeOf<InvoiceLine['id']>().toEqualTypeOf<number>()
  expectTypeOf(make.customer({ name: 'Acme' }).id).toEqualTypeOf<number>()
  expectTypeOf(make.invoices(500, { customer_id: 3 })).toEqualTypeOf<Invoice[]>()
  expectTypeOf(make.customerPayments(2)).toBeArray()
}

/** Each has the five verbs. */
export type RecordNames = keyof Pick<
  Simulator['records'],
  | 'accounts'
  | 'items'
  | 'classifications'
  | 'classificationLines'
  | 'companies'
  | 'customers'
  | 'vendors'
  | 'terms'
  | 'journalEntries'
  | 'recurringJournalEntries'
  | 'invoices'
  | 'recurringInvoices'
  | 'bills'
  | 'recurringBills'
  | 'bankTransfers'
  | 'customerPayments'
  | 'customerPrepayments'
  | 'customerPrepaymentApplications'
  | 'customerCredits'
  | 'customerRefunds'
  | 'customerDeposits'
  | 'cashSales'
  | 'salesOrders'
  | 'purchaseOrders'
  | 'directExpenses'
  | 'vendorPayments'
  | 'vendorPrepayments'
  | 'vendorPrepaymentApplications'
  | 'vendorCredits'
  | 'vendorRefunds'
  | 'paperChecks'
  | 'fixedAssets'
  | 'budgets'
  | 'contracts'
  | 'approvalPolicies'
>
expectTypeOf<Simulator['records'][RecordNames]>().toExtend<
  Record<
    'create' | 'update' | 'get' | 'remove' | 'find' | 'findMany' | 'findFirst' | 'list' | 'count' | 'history',
    (...given: never) => unknown
  >
>()

export async function time({ clock }: Simulator, of: Simulator): Promise<void> {
  expectTypeOf(clock.now).toEqualTypeOf<string>()
  for (const duration of ['5 days', { days: 5 }, 'P5D'] as const)
    expectTypeOf(await clock.advance(duration)).toEqualTypeOf<Advance>()
  expectTypeOf<Advance>().toExtend<{
    from: string
    to: string
    fired: readonly { due: string; kind: string }[]
  }>()
  expectTypeOf<Fired>().toExtend<{ due: string; kind: string }>()
  await clock.advanceTo('2026-02-01T00:00:00Z')
  await clock.runUntil(() => true)
  await clock.sleep('30 seconds')
  await clock.sleep(1000)
  expectTypeOf(clock.next()).toEqualTypeOf<Pending | undefined>()
  expectTypeOf(clock.pending()).toEqualTypeOf<Pending[]>()
  expectTypeOf<Pending>().toExtend<{ due: string; kind: string; subject: string; id: number }>()
  const { timers } = clock
  timers.clearTimeout(timers.setTimeout(() => undefined, 1000))
  timers.clearInterval(timers.setInterval(() => undefined, 1000))
  expectTypeOf(new timers.Date().getTime() + timers.performance.now()).toEqualTypeOf<number>()
  expectTypeOf(timers.AbortSignal.timeout(1000)).toExtend<AbortSignal>()
  expectTypeOf(await withVirtualTime(of, async () => 7)).toEqualTypeOf<number>()
  for (const realIo of ['wait', 'error', 'ignore'] as const)
    await withVirtualTime(of, async () => undefined, { realIo, maxJumps: 10_000 })
  const unlink: () => void = linkFakeTimers(of, vi)
  unlink()
}

export function books({ books }: Simulator): void {
  const [line] = books.trialBalance(1)
  books.trialBalance({ companyId: 1, date: '2026-03-31', currency: 'EUR' })
  expectTypeOf(line).toExtend<
    | {
        company_id: number
        account_number: number
        account_name: string
        debits: string
        credits: string
        balance: string
      }
    | undefined
  >()
  const [entry] = books.entries()
  books.entries({ account: 1000, from: '2026-01-01', to: '2026-12-31', company: 1 })
  books.entries({ record: { type: 'invoices', number: 1 } })
  books.entries({ asset: 1 })
  books.entries({ contract: 1 })
  books.entries({ party: { customer_id: 1 } })
  expectTypeOf(entry).toExtend<
    | {
        transaction_id: number
        date: string
        company_id: number
        currency: string
        record: { type: string; number: number; internal_id: number }
        lines: readonly {
          account_number: number
          debit: string
          credit: string
          amount_in_record_currency: string
        }[]
      }
    | undefined
  >()
  expectTypeOf(books.check()).toBeArray()
  expectTypeOf(books.toJournal()).toEqualTypeOf<string>()
  expectTypeOf(books.assets()[0]).toExtend<
    { number: number; cost: string; accumulated: string; book_value: string } | undefined
  >()
}
