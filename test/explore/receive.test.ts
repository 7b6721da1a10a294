import { createSimulator, verifyWebhook } from 'accounting-simulator'
import { type Experiment, explore, mirrorEquals, type Plan, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { invoiceBody } from '../../bench/invoices'

const HOOK = 'https://books.example.com/hook'

/** A world whose deliveries wait: three invoices were created. */
async function waitingWorld() {
  const world = createSimulator()
  const response = await world.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: { 'X-API-KEY': world.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: HOOK, topics: ['core.invoice/created'] }),
  })
  const { secret } = (await response.json()) as { secret: string }
  for (let count = 0; count < 3; count += 1) world.records.invoices.create(invoiceBody() as never)
  return { world, secret }
}

type Receive = (body: string, stage: Stage) => void | Promise<void>

async function receiver(receive: Receive, check: Experiment['check']): Promise<Experiment> {
  const { world, secret } = await waitingWorld()
  const start = (stage: Stage) => ({
    async receive(request: Request) {
      const body = await request.text()
      const checked = verifyWebhook({ secret, body, headers: request.headers, now: stage.now })
      if (!checked.ok) return new Response(null, { status: 400 })
      await receive(body, stage)
      return new Response(null, { status: 204 })
    },
  })
  return { world, start, check }
}

const counting = () =>
  receiver(
    (_, { disk }) => disk.write('count', (disk.read<number>('count') ?? 0) + 1),
    ({ disk }) => (disk.read('count') === 3 ? [] : [`counted ${disk.read('count')}`]),
  )

const copying = () =>
  receiver(
    (body, { disk }) => {
      const { object } = JSON.parse(body) as { object: { id: number } }
      disk.write('copies', { ...disk.read<object>('copies'), [object.id]: {} })
    },
    mirrorEquals('invoices', { mirror: ({ disk }) => disk.read('copies') ?? {} }),
  )

const at = (kind: string): Plan => [{ on: 'DELIVERY core.invoice/created', delivery: 2, do: kind }] as Plan

describe('a program that only receives', () => {
  it('what waits in the world is sent, and the receiver that counts is found', async () => {
    const { failure, survived } = await explore(await counting())
    expect(survived).toBe(false)
    expect(failure?.plan).toMatchObject([{ on: 'DELIVERY core.invoice/created', delivery: 1 }])
    expect(failure?.complaint).toBe('counted 4')
  })

  it('one that copies survives all of it', async () => {
    const report = await explore({ ...(await copying()), budget: { runs: 40 } })
    expect(report.failure).toBeUndefined()
    expect(report.reached.map(({ on }) => on)).toEqual(['DELIVERY core.invoice/created'])
  })

  it.each([
    ['delivery-lost', 'counted 3', 1],
    ['delivery-late', 'counted 3', 1],
    ['delivery-slow', 'counted 3', 1],
    ['delivery-forged', 'counted 3', 1],
    ['delivery-crash', 'counted 3', 2],
    ['delivery-crash-after', 'counted 3', 2],
    ['delivery-unheard', 'counted 4', 1],
    ['delivery-twice', 'counted 4', 1],
  ])('%s: %s, %i starts', async (kind, complaint, starts) => {
    const experiment = await counting()
    let started = 0
    let startsOfFirst: number | undefined
    const start: Experiment['start'] = (stage) => {
      started += 1
      return experiment.start(stage)
    }
    const check: Experiment['check'] = ({ disk }) => {
      startsOfFirst ??= started
      return [`counted ${disk.read('count')}`]
    }
    const { failure } = await explore.once({ ...experiment, start, check }, at(kind))
    expect(failure?.complaint).toBe(complaint)
    // Runs that look for assumptions come after it.
    expect(startsOfFirst).toBe(starts)
  })

  it('its crashes and lost deliveries are told', async () => {
    const { failure } = await explore.once(await counting(), at('delivery-unheard'))
    expect(failure?.story).toContain('DELIVERY core.invoice/created #2: handled, your answer was lost')
    expect(failure?.story).toMatch(/You: heard it again, 60\.\d s later: 204/)
    expect(failure?.scenario?.steps).toEqual([
      {
        note: 'DELIVERY core.invoice/created #2',
        inject: { on: 'DELIVERY core.invoice/created', skip: 1, then: { loseResponse: true } },
      },
    ])
  })
})
