import type { Simulator } from 'accounting-simulator'
import { INVOICE } from '../../../test/support/worlds/shop'
import type { Stage } from '../stage'

const ROUTES = [
  ...[
    'GET /public/v1/invoices/',
    'GET /public/health/',
    'GET /public/v1/accounts/1000/',
    'POST /public/v1/invoices/',
  ],
  ...[
    'GET /public/v2/webhooks/',
    'PUT /public/v1/invoices/1/',
    'GET /public/v1/nothing/',
    'PATCH /public/v1/invoices/1/',
  ],
]

/** Storms against both buckets and the cap, with pauses that refill a little, and other sizes. */
export async function limits(stage: Stage): Promise<void> {
  const simulator = stage.open({ rateLimits: {} })
  await storm(stage, simulator, 160)
  const { admin } = simulator
  const { key } = admin.keys.issue({ permissions: ['READ_ONLY'] })
  admin.rateLimits.override({ key, burst: 3, refillPerSecond: 0.5 })
  admin.rateLimits.override({ route: 'POST /public/v1/invoices/', burst: 2, refillPerSecond: 0.1 })
  stage.try(() => admin.rateLimits.override({ route: 'POST /nothing/', burst: 2, refillPerSecond: 1 }))
  stage.try(() => admin.rateLimits.override({ burst: 0, refillPerSecond: 1 }))
  await storm(stage, simulator, 120, key)
  await stage.conclude(simulator)
  const tight = stage.open({ rateLimits: { aggregate: { burst: 5, refillPerSecond: 2 } } })
  await storm(stage, tight, 60)
  await stage.conclude(tight)
}

async function storm(
  stage: Stage,
  simulator: Simulator,
  count: number,
  key = simulator.apiKey,
): Promise<void> {
  const { chance } = stage
  for (let sent = 0; sent < count; sent += 1) {
    const [method = '', path = ''] = chance.pick(ROUTES).split(' ')
    const body = method === 'GET' ? undefined : INVOICE
    const headers = chance.below(4) === 0 ? { 'Idempotency-Key': `s-${chance.below(6)}` } : {}
    await stage.ask(simulator, method, path, {
      body,
      headers,
      key: chance.below(5) === 0 ? simulator.apiKey : key,
    })
    if (chance.below(12) === 0) await simulator.clock.advance({ milliseconds: 1 + chance.below(3000) })
  }
}
