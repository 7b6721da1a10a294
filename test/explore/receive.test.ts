import { createSimulator, verifyWebhook } from 'accounting-simulator'
import {
  type Experiment,
  explore,
  mirrorEquals,
  noDuplicates,
  nothingLost,
  type Plan,
  type Stage,
} from 'accounting-simulator/explore'
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

it.each([
  [
    '7 is wanted',
    { 7: {} },
    ['the mirror lacks invoices 1', 'the mirror has invoices 7, which the service does not have'],
  ],
  ['1 alone', { 1: { memo: 'new' } }, []],
  ['2 as well', { 1: {}, 2: { memo: 'x' } }, ['the mirror has invoices 2, which should not be mirrored']],
  ['1 as it was', { 1: { memo: 'old' } }, ['the mirror has memo old of invoices 1, the service has new']],
])('a mirror of some records, %s', (_, copies, expected) => {
  const simulator = createSimulator()
  simulator.make.invoices(2, (index) => ({ memo: index === 0 ? 'new' : 'other' }))
  const mirror = mirrorEquals('invoices', { mirror: () => copies, of: ({ memo }) => memo === 'new' })
  expect(mirror({ simulator } as never)).toEqual(expected)
})

it('what is lost or there twice is named with its record type', () => {
  const simulator = createSimulator()
  simulator.make.invoices(2, { reference_number: 'R-1' })
  const end = { simulator, others: [] }
  expect(noDuplicates('invoices', 'reference_number')(end)).toEqual([
    'the invoice with reference_number R-1 is there twice',
  ])
  expect(nothingLost('invoices', 'reference_number', ['R-2'])(end)).toEqual([
    'the invoice with reference_number R-2 is lost',
  ])
})

it.each<[what: string, others: Parameters<ReturnType<typeof nothingLost>>[0]['others'], lost: string[]]>([
  ['nothing', [], ['R-2', 'R-9']],
  [
    'what was removed',
    [{ records: 'invoices', id: 9, did: 'removed', was: { reference_number: 'R-9' } }],
    ['R-2'],
  ],
  [
    'what was removed of another type',
    [{ records: 'bills', id: 9, did: 'removed', was: { reference_number: 'R-9' } }],
    ['R-2', 'R-9'],
  ],
  [
    'what is none of ours',
    [
      { records: 'invoices', id: 8, did: 'removed', was: { reference_number: 'R-7' } },
      { records: 'invoices', id: 9, did: 'removed', was: { reference_number: 'R-8' } },
    ],
    ['R-2', 'R-9'],
  ],
  [
    'what has another name now',
    [{ records: 'invoices', id: 1, did: 'updated', was: { reference_number: 'R-2' } }],
    ['R-9'],
  ],
  [
    'what was edited and is gone',
    [{ records: 'invoices', id: 7, did: 'updated', was: { reference_number: 'R-2' } }],
    ['R-2', 'R-9'],
  ],
])('others changed %s: the rest is lost', (_, others, lost) => {
  const simulator = createSimulator()
  simulator.make.invoices(1, { reference_number: 'R-1' })
  expect(nothingLost('invoices', 'reference_number', ['R-1', 'R-2', 'R-9'])({ simulator, others })).toEqual(
    lost.map((name) => `the invoice with reference_number ${name} is lost`),
  )
})

describe('a program that only receives', () => {
  it.each([
    ['production', { on: 'WRITE count', write: 1 }],
    ['network', { on: 'DELIVERY core.invoice/created', delivery: 1 }],
  ] as const)(
    'what waits in the world is sent, and the receiver that counts is found: %s',
    async (faults, place) => {
      const { failure, survived } = await explore({ ...(await counting()), faults })
      expect(survived).toBe(false)
      expect(failure?.plan).toMatchObject([place])
      expect(failure?.complaint).toBe('counted 4')
    },
  )

  it('one that copies survives all of it', async () => {
    const report = await explore({ ...(await copying()), budget: { runs: 40 } })
    expect(report.failure).toBeUndefined()
    expect(report.reached.map(({ on }) => on)).toEqual(['DELIVERY core.invoice/created', 'WRITE copies'])
  })

  it.each([
    ['delivery-lost', 'counted 3', 1],
    ['delivery-late', 'counted 3', 1],
    ['delivery-slow', 'counted 3', 1],
    ['delivery-forged', 'counted 3', 1],
    ['delivery-forged-short', 'counted 3', 1],
    ['delivery-unsigned', 'counted 3', 1],
    ['delivery-replayed', 'counted 3', 1],
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

  it.each([
    ['delivery-forged', 'a signature of the right length', 64],
    ['delivery-forged-short', 'a signature of another length', 62],
    ['delivery-unsigned', 'none', undefined],
  ])('%s: the second delivery has %s', async (kind, _, length) => {
    const { world } = await waitingWorld()
    const lengths: (number | undefined)[] = []
    const start = () => ({
      async receive({ headers }: Request) {
        lengths.push(headers.get('Service-Webhook-Signature-V1')?.length)
        return new Response()
      },
    })
    await explore.once({ world, start, check: () => [] }, at(kind))
    expect(lengths).toHaveLength(4)
    expect(lengths).toContain(length)
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
