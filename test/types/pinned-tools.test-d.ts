import type { Invoice, Simulator } from 'accounting-simulator'
import * as main from 'accounting-simulator'
import { startInBrowser } from 'accounting-simulator/browser'
import { controls } from 'accounting-simulator/controls'
import { explore, type Report, toHaveSurvived } from 'accounting-simulator/explore'
import { openInspector } from 'accounting-simulator/inspector'
import { handlers } from 'accounting-simulator/msw'
import { serve, serveMany } from 'accounting-simulator/node'
import { checkReceiver } from 'accounting-simulator/receiver'
import { replay, toHar } from 'accounting-simulator/replay'
import type { AccountingSimulatorParameters } from 'accounting-simulator/storybook'
import { useSimulator } from 'accounting-simulator/vitest'
import CoverageReporter from 'accounting-simulator/vitest-reporter'
import { SandboxObject, sandboxes, Team } from 'accounting-simulator/worker'
import { schemas } from 'accounting-simulator/zod'
import type { RequestHandler } from 'msw'
import { expect, expectTypeOf } from 'vitest'

/** Continues `pinned-world.test-d.ts`: what other entries have. */
const ON = 'POST /public/v1/invoices/'

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
