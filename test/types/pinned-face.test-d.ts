import type {
  Advance,
  Area,
  Fault,
  FaultOptions,
  Fired,
  Invoice,
  InvoiceInput,
  InvoiceLine,
  Pending,
  Simulator,
  SimulatorOptions,
  Snapshot,
  TimelineEntry,
  TrafficEntry,
} from 'accounting-simulator'
import * as main from 'accounting-simulator'
import { startInBrowser } from 'accounting-simulator/browser'
import { controls } from 'accounting-simulator/controls'
import { explore, type Report, toHaveSurvived } from 'accounting-simulator/explore'
import { openInspector } from 'accounting-simulator/inspector'
import { handlers } from 'accounting-simulator/msw'
import { serve, serveMany } from 'accounting-simulator/node'
import { checkReceiver } from 'accounting-simulator/receiver'
import { replay, toHar } from 'accounting-simulator/replay'
import { scenarios } from 'accounting-simulator/scenarios'
import type { AccountingSimulatorParameters } from 'accounting-simulator/storybook'
import { linkFakeTimers, withVirtualTime } from 'accounting-simulator/time'
import { useSimulator } from 'accounting-simulator/vitest'
import CoverageReporter from 'accounting-simulator/vitest-reporter'
import { SandboxObject, sandboxes, Team } from 'accounting-simulator/worker'
import { worlds } from 'accounting-simulator/worlds'
import { schemas } from 'accounting-simulator/zod'
import type { RequestHandler } from 'msw'
import { expect, expectTypeOf, vi } from 'vitest'

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

export async function webhooks({ webhooks }: Simulator): Promise<void> {
  const disconnect: () => void = webhooks.connect('https://hooks.example.com/', () => new Response())
  disconnect()
  webhooks.connect('https://hooks.example.com/', async (request: Request) => new Response(request.url), {
    timestamps: 'virtual',
    mayThrow: true,
  })
  webhooks.connect((url) => url.endsWith('/in'), 'http://127.0.0.1:3000', { timestamps: 'wall' })
  await webhooks.flush()
  const [queued] = webhooks.queue
  expectTypeOf(queued).toExtend<
    | {
        id: number
        event_id: string
        topic: string
        webhook_uuid: string
        url: string
        due: string
        status: string
        attempts: number
        body: string
      }
    | undefined
  >()
  webhooks.hold()
  webhooks.release()
  webhooks.duplicate(1)
  webhooks.reorder([2, 1])
  webhooks.drop(1)
  webhooks.replay('event')
  await webhooks.deliver(1)
  const [attempt] = webhooks.attempts
  expectTypeOf(attempt).toExtend<
    | {
        event_id: string
        webhook_uuid: string
        at: string
        source_address: string
        request: { url: string; headers: Readonly<Record<string, string>>; body: string }
        response: { status: number; headers: Readonly<Record<string, string>>; body: string } | null
        why: string
      }
    | undefined
  >()
  expectTypeOf(webhooks.isHeld).toEqualTypeOf<boolean>()
  expectTypeOf(webhooks.targets).toExtend<readonly object[]>()
  const signature: string = main.signWebhook({ secret: 's', timestamp: 1, body: '{}' })
  main.verifyWebhook({ secret: 's', headers: { a: signature }, body: '{}', now: () => 1 })
}

const ON = 'POST /public/v1/invoices/'

export const faults: readonly FaultOptions[] = [
  { on: ON, skip: 0, times: 1, then: { status: 503 } },
  {
    on: ({ method, url, headers, body }) => `${method}${url}${body}${headers.a}` === '',
    then: { status: 429, retryAfter: 30 },
  },
  { times: Number.POSITIVE_INFINITY, then: { networkError: true } },
  { probability: 0.2, then: { loseResponse: true } },
  { during: '5 minutes', then: { delay: '2 seconds' } },
  { then: { truncateBody: 20 } },
  { then: { malformedJson: true } },
  { on: 'DELIVERY *', then: { timeout: true } },
  { on: 'DELIVERY *', then: { duplicate: true } },
  { on: 'DELIVERY *', then: { duplicate: true, after: '0 seconds' } },
  { on: ON, request: 1, attempt: 2, then: { revokeKey: true } },
  { on: ON, then: { evolve: 'member' } },
]

export function armed({ faults: of }: Simulator, options: FaultOptions): void {
  const fault = of.inject(options)
  expectTypeOf(fault).toEqualTypeOf<Fault>()
  expectTypeOf(fault.hits).toEqualTypeOf<number>()
  expectTypeOf(fault.remaining).toEqualTypeOf<number>()
  fault.disarm()
  expectTypeOf(of.unfired()).toExtend<readonly Fault[]>()
  of.clear()
}

export function seen({ traffic, timeline, received }: Simulator): void {
  const [entry] = traffic
  expectTypeOf(entry).toEqualTypeOf<TrafficEntry | undefined>()
  expectTypeOf<TrafficEntry>().toExtend<{
    at: string
    sequence: number
    request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string | null }
    response: { status: number; headers: Readonly<Record<string, string>>; body: string } | null
    why: string
    route: string | null
    key: string | null
    idempotencyKey: string | null
    replayed: boolean
    fault: number | null
    assumptions: readonly string[]
    changed: boolean
  }>()
  expectTypeOf<TrafficEntry['reason']>().toExtend<{ rule: string; section: string | null }>()
  expectTypeOf<TrafficEntry['reason']['record']>().toExtend<{ type: string; id: number } | undefined>()
  expectTypeOf<TrafficEntry['reason']>().toHaveProperty('bucket')
  expectTypeOf(traffic.since(entry?.sequence ?? 0)).toExtend<readonly TrafficEntry[]>()
  expectTypeOf(traffic.operations()).not.toBeAny()
  expectTypeOf(traffic.length).toEqualTypeOf<number>()
  expectTypeOf(timeline.toHtml()).toEqualTypeOf<string>()
  expectTypeOf(timeline.filter('record:invoice/7 outcome:lost')).toExtend<readonly TimelineEntry[]>()
  expectTypeOf<Exclude<TimelineEntry, TrafficEntry>['kind']>().toExtend<string>()
  expectTypeOf<TimelineEntry['sequence']>().toEqualTypeOf<number>()
  expectTypeOf<Extract<TimelineEntry, { kind: 'webhook' }>['change']>().toEqualTypeOf<
    'disabled' | 'reactivated'
  >()
  type Kinds = TimelineEntry extends { kind: infer Kind } ? Kind : never
  expectTypeOf<'delivery' | 'clock' | 'step' | 'write' | 'work'>().toExtend<Kinds | TimelineEntry['kind']>()
  const [post] = received(ON, { reference_number: 'R-1' })
  expectTypeOf(post?.request.json).toBeUnknown()
}

export function administration({ admin }: Simulator): void {
  expectTypeOf(
    admin.keys.issue({ key: 'k', permissions: ['INTEGRATION:view'], organization: 'other' }).key,
  ).toEqualTypeOf<string>()
  admin.keys.revoke('k')
  expectTypeOf(admin.keys.list()).toBeArray()
  admin.rateLimits.override({ key: 'k', route: ON, burst: 10, refillPerSecond: 1 })
  expectTypeOf(admin.rateLimits.buckets()[0]).toExtend<
    | {
        key: string
        kind: 'endpoint' | 'aggregate' | 'cap'
        burst: number
        refillPerSecond: number
        tokens: number
        fullAt: string
      }
    | undefined
  >()
  admin.subscriptions.lapse('contracts')
  admin.subscriptions.renew('contracts')
  admin.periods.lockThrough(1, '2025-12-31')
  admin.periods.unlock(1)
  admin.contracts.activate(1)
  admin.contracts.terminate(1, '2026-03-31')
  admin.contracts.achieveMilestone(1, 'Built', '2026-03-31')
  admin.contracts.recordUsage([{ obligation_id: 1, usage_date: '2026-01-15', quantity: 1 }])
  admin.assets.dispose(1, { date: '2026-03-31', proceeds: '100.00' })
  admin.exchangeRates.set('EUR', 'USD', 1.1)
  admin.exchangeRates.set('EUR', 'USD', '1.1', '2026-01-15')
  admin.maintenance.start({ for: '1 hour' })
  admin.maintenance.stop()
  expectTypeOf(admin.approvals.approve).toBeFunction()
  expectTypeOf(admin.approvals.reject).toBeFunction()
  expectTypeOf(admin.customFields.define).toBeFunction()
}

export async function hosts(of: Simulator): Promise<void> {
  expectTypeOf(handlers(of)).toExtend<readonly RequestHandler[]>()
  const server = await serve(of, { port: 0, cors: true })
  expectTypeOf(server.url).toEqualTypeOf<string>()
  expectTypeOf(server.port).toEqualTypeOf<number>()
  await server.close()
  expectTypeOf(serveMany).returns.toExtend<Promise<object>>()
  expectTypeOf(controls(of)).toEqualTypeOf<(request: Request) => Promise<Response>>()
  expectTypeOf(controls).toBeCallableWith(of, {})
  const report = await checkReceiver(() => new Response(), { secret: 's', now: () => 0 })
  expectTypeOf(report.ok).toEqualTypeOf<boolean>()
  const panel = openInspector(controls(of))
  expectTypeOf(panel.open()).toEqualTypeOf<Promise<void>>()
  panel.close()
  panel.remove()
  const {
    simulator: inPage,
    stop,
    reset,
  } = await startInBrowser({ seed: 1, worker: { url: '/w.js', scope: '/' } })
  expectTypeOf(inPage).toEqualTypeOf<Simulator>()
  await stop()
  await reset()
  const { simulator: port } = await startInBrowser({ shared: true })
  expectTypeOf(port.fetch).toExtend<(...given: never) => unknown>()
  expectTypeOf(port.baseUrl).toEqualTypeOf<string>()
  expectTypeOf(port.controls).toExtend<(...given: never) => unknown>()
  expectTypeOf<'options' | 'world' | 'arrange' | 'scenario' | 'faults' | 'clock' | 'organization'>().toExtend<
    keyof AccountingSimulatorParameters
  >()
  expectTypeOf(SandboxObject).toBeConstructibleWith
  expectTypeOf(Team).not.toBeAny()
  expectTypeOf(sandboxes({ domain: 'sandbox.example.com' }).fetch).toBeFunction()
  new CoverageReporter()
}

export function inVitest(): void {
  const used: Simulator = useSimulator({
    time: 'virtual',
    unhandled: 'warn',
    realIo: 'error',
    maxJumps: 100,
    seed: 1,
  })
  expect(used).toHaveReceived(ON, { reference_number: 'R-1' })
  expect(used).toHaveNoDuplicates({ by: 'reference_number' })
  expect(used).toBeBalanced()
  expect(used).toHaveHonouredRetryAfter()
  expect(used).toHaveUsedIdempotencyKeys()
  expect({}).toHaveSurvived()
}

export async function explorations(world: Simulator): Promise<void> {
  const experiment = {
    world,
    start: async ({
      baseUrl,
      apiKey,
      disk,
      fetch,
      sleep,
      now,
    }: Parameters<Parameters<typeof explore>[0]['start']>[0]) => {
      disk.write('done', [baseUrl, apiKey(), now()])
      expectTypeOf(disk.names()).toExtend<readonly string[]>()
      disk.read('done')
      return {
        run: async () => void (await sleep(1000)),
        receive: async (request: Request) => fetch(request),
      }
    },
    check: ({
      simulator: end,
      reports,
      disk,
      others,
    }: {
      simulator: Simulator
      reports: readonly unknown[]
      disk: object
      others: readonly unknown[]
    }) => ([end, reports, disk, others].length === 0 ? ['nothing'] : []),
  }
  for (const faults of ['production', 'network', 'cosmic', 'orders', 'evolution'] as const) {
    const report: Report = await explore({
      ...experiment,
      faults,
      others: true,
      budget: { runs: 1000, time: '30 seconds' },
      shard: '3/8',
    })
    expectTypeOf(report.survived).toEqualTypeOf<boolean>()
    expectTypeOf(report.failure?.plan).toExtend<readonly object[] | undefined>()
    expectTypeOf(report.failure?.story).toEqualTypeOf<string | undefined>()
    expectTypeOf(report.failure?.complaint).toEqualTypeOf<string | undefined>()
    expectTypeOf(report.failure?.scenario).toExtend<main.Scenario | undefined>()
    expectTypeOf(report.failure?.assumptions).toExtend<readonly string[] | undefined>()
    expectTypeOf(report.runs + report.edges + report.sinceNew).toEqualTypeOf<number>()
    expectTypeOf(report.reached).toExtend<readonly object[]>()
    expectTypeOf(report.unreached).toExtend<readonly object[]>()
    expectTypeOf(await explore.once(experiment, report.failure?.plan ?? [])).toEqualTypeOf<Report>()
    expectTypeOf(explore.merge([report])).toEqualTypeOf<Report>()
  }
  await explore({
    ...experiment,
    faults: [
      'delivery-twice-at-once',
      'delivery-beside-run',
      'receiver-down',
      'run-overlaps',
      'second-instance',
      'evolve-member',
    ],
  })
  await explore.once(experiment, [
    { on: ON, request: 1, do: 'hold', leg: 'out', until: { on: ON, request: 2, attempt: 1 } },
  ])
  await explore.propose(experiment)
  expectTypeOf(toHaveSurvived).toBeFunction()
}

export async function recordings({ traffic }: Simulator): Promise<void> {
  const report = await replay(toHar(traffic))
  await replay(traffic)
  await replay('{}', { assumptions: {} })
  expectTypeOf(report.exchanges + report.alike).toEqualTypeOf<number>()
  for (const found of [...report.contradicted, ...report.undecided])
    expectTypeOf(found).toExtend<{ id: string; here: unknown; fits: readonly unknown[]; section: string }>()
  expectTypeOf(report.differences).toExtend<readonly object[]>()
  expectTypeOf([...report.confirmed, ...report.silent]).toExtend<readonly string[]>()
  expectTypeOf<Simulator>().toEqualTypeOf(main.createSimulator({ assumptions: report.assumptions }))
}

export function errors(error: unknown): void {
  if (main.isRefusal(error)) {
    expectTypeOf(error.status).toEqualTypeOf<number>()
    expectTypeOf(error.errors).toHaveProperty('__all__')
  }
  expectTypeOf([main.isOptionError, main.isUsageError, main.isDurationError]).toBeArray()
  expectTypeOf(schemas.invoices.record.parse({})).toEqualTypeOf<Invoice>()
}
