import type { Fault, FaultOptions, Simulator, TimelineEntry, TrafficEntry } from 'accounting-simulator'
import * as main from 'accounting-simulator'
import { expectTypeOf } from 'vitest'

/** Continues `pinned-world.test-d.ts`: what happens on the wire, and what is arranged there. */
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
