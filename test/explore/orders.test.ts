import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Plan, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { fresh } from '../docs/fresh'
import { HOOK, withEvents } from './clients-by-users/shop'

const CUSTOMERS = '/public/v1/customers/'
const READ = `GET ${CUSTOMERS}{}/`
const WRITE = `PUT ${CUSTOMERS}{}/`

const world = createSimulator()
world.records.customers.update(1, { phone: 'old' })

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Sends requests for customers; each of `steps` begins at its time in milliseconds, whatever became of the others. */
const steps =
  (plan: readonly (readonly [at: number, method: string, id: number, phone?: string])[], patience?: number) =>
  ({ fetch, apiKey, disk }: Stage) => ({
    async run() {
      const send = async ([at, method, id, phone]: (typeof plan)[number]): Promise<void> => {
        await pause(at)
        const response = await fetch(`${CUSTOMERS}${id}/`, {
          method,
          headers: { 'X-API-KEY': apiKey(), 'content-type': 'application/json' },
          ...(phone && { body: JSON.stringify({ phone }) }),
          ...(patience && { signal: AbortSignal.timeout(patience) }),
        })
        const heard = disk.read<string[]>('heard') ?? []
        disk.write('heard', [...heard, `${method} ${((await response.json()) as { phone: string }).phone}`])
      }
      if (!disk.read('heard')) await Promise.allSettled(plan.map(send))
    },
  })

const OLD_AND_NEW = [
  [0, 'GET', 1],
  [100, 'PUT', 1, 'new'],
  [700, 'GET', 1],
] as const

const experiment = (options: Partial<Experiment> = {}): Experiment => ({
  world,
  rounds: 2,
  faults: 'orders',
  start: steps(OLD_AND_NEW),
  check: ({ disk }) => {
    const last = disk
      .read<string[]>('heard')
      ?.filter((text) => text.startsWith('GET'))
      .at(-1)
    return last === 'GET new' ? [] : [`what was heard last is "${last}"`]
  },
  ...options,
})

const heardUnder = async (plan: Plan, options: Partial<Experiment> = {}): Promise<unknown> => {
  let heard: unknown
  const check: Experiment['check'] = ({ disk }) => {
    heard = disk.read('heard')
    return []
  }
  const report = await explore.once(experiment({ ...options, check }), plan)
  return [heard, report.reached.length > 0 ? 'reached' : 'not reached']
}

const HOLD = { on: READ, request: 1, do: 'hold', leg: 'back' } as const

describe('orders', () => {
  it('an answer that is held until just after a newer one: found, with its order in the story', async () => {
    const report = await explore(experiment())
    expect(String(report)).toBe(
      [
        'broke after 8 plans, shrunk to 1 misfortune',
        'x what was heard last is "GET old"',
        `  1. ${READ} #1, try 1 (id 1): no fault, but another order`,
        '     0 s    sent',
        '     0.5 s  its answer was held',
        `     0.6 s  overtaken by ${WRITE} #1, try 1 (id 1) -> 200, updated Customer 1`,
        `     1.2 s  overtaken by ${READ} #1, try 2 (id 1) -> 200`,
        '     1.2 s  arrived -> 200',
        `  Again: explore.once(experiment, ${JSON.stringify(report.failure?.plan)})`,
      ].join('\n'),
    )
    const shown = String(report).split('\n').slice(0, -1)
    fresh('docs/explore.md', 'held', ['```', ...shown, '```'].join('\n'))
    expect(await explore.once(experiment(), report.failure?.plan ?? [])).toMatchObject({
      survived: false,
      unreached: [],
      failure: { complaint: report.failure?.complaint, story: report.failure?.story },
    })
    expect(report.failure?.scenario).toBeUndefined()
  })

  const [get, put, again] = ['GET old', 'PUT new', 'GET new']
  it.each<[what: string, plan: Plan, heard: unknown]>([
    ['nothing', [], [[get, put, again], 'not reached']],
    [
      'an answer, until another answer',
      [{ ...HOLD, until: { on: WRITE, request: 1 } }],
      [[put, get, again], 'reached'],
    ],
    [
      'a request, until another one',
      [{ ...HOLD, leg: 'out', until: { on: WRITE, request: 1 } }],
      [[put, 'GET new', again], 'reached'],
    ],
    [
      'an answer, until a request has arrived',
      [{ ...HOLD, attempt: 2, until: { on: READ, request: 1, attempt: 3, leg: 'out' } }],
      [[get, put, again], 'not reached'],
    ],
    [
      'what it waits for was there before',
      [{ ...HOLD, attempt: 2, until: { on: WRITE, request: 1 } }],
      [[get, put, again], 'not reached'],
    ],
    [
      'what it waits for comes too late',
      [{ ...HOLD, within: 800, until: { on: READ, request: 1, attempt: 2 } }],
      [[put, get, again], 'not reached'],
    ],
    [
      'what it waits for never comes',
      [{ ...HOLD, until: { on: WRITE, request: 7 } }],
      [[put, again, get], 'not reached'],
    ],
  ])('held: %s', async (_, plan, heard) => {
    expect(await heardUnder(plan)).toEqual(heard)
  })

  it.each([
    [2000, [['PUT new', 'GET new', 'GET old'], 'not reached']],
    [20_000, [['PUT new', 'GET new', 'GET old'], 'not reached']],
  ])('nothing is held until a time-out of %i ms has passed', async (patience, heard) => {
    const start = steps(OLD_AND_NEW, patience)
    expect(await heardUnder([{ ...HOLD, until: { on: WRITE, request: 7 } }], { start })).toEqual(heard)
  })

  it('a request that its program gives up while it is held never arrives', async () => {
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const abort = new AbortController()
        const headers = { 'X-API-KEY': apiKey() }
        const sent = fetch(`${CUSTOMERS}1/`, { method: 'DELETE', headers, signal: abort.signal })
        const other = fetch(`${CUSTOMERS}2/`, { headers }).then(() => abort.abort())
        await Promise.all([sent.catch(() => undefined), other])
      },
    })
    let customers = 0
    const check: Experiment['check'] = ({ simulator }) => {
      customers = simulator.records.customers.count()
      return []
    }
    const on = `DELETE ${CUSTOMERS}{}/`
    await explore.once(experiment({ start, check, rounds: 1 }), [
      { on, request: 1, do: 'hold', leg: 'out', until: { on: READ, request: 7 } },
    ])
    expect(customers).toBe(world.records.customers.count())
  })

  it('a delivery that is held until just after another one', async () => {
    const { world } = await withEvents()
    const start = ({ disk }: Stage) => ({
      async receive(request: Request) {
        const { object } = (await request.json()) as { object: { id: number } }
        disk.write('heard', [...(disk.read<number[]>('heard') ?? []), object.id])
        return new Response(null, { status: 204 })
      },
    })
    const on = 'DELIVERY core.invoice/created'
    const plan: Plan = [{ on, delivery: 1, do: 'hold', leg: 'in', until: { on, delivery: 2 } }]
    const options = { world, start, webhookUrl: HOOK }
    expect(await heardUnder([], options)).toEqual([[1, 2, 3], 'not reached'])
    expect(await heardUnder(plan, options)).toEqual([[2, 3, 1], 'reached'])
  })

  const oneByOne: Experiment['start'] = ({ fetch, apiKey }) => ({
    async run() {
      for (const id of [1, 2, 3]) {
        await fetch(`${CUSTOMERS}${id}/`, { headers: { 'X-API-KEY': apiKey() } })
        await pause(200)
      }
    },
  })

  it.each<[what: string, start: Experiment['start'], orders: number]>([
    ['one thing after the other has one order', oneByOne, 0],
    [
      'reads commute: only their answers',
      steps([
        [0, 'GET', 1],
        [100, 'GET', 2],
      ]),
      1,
    ],
    [
      'a read and a write of two records, too',
      steps([
        [0, 'GET', 1],
        [100, 'PUT', 2, 'x'],
      ]),
      1,
    ],
    [
      'writes of one record: also their arrival',
      steps([
        [0, 'PUT', 1, 'x'],
        [100, 'PUT', 1, 'y'],
      ]),
      2,
    ],
    [
      'so do a list and a write',
      steps([
        [0, 'PUT', 1, 'x'],
        [100, 'PUT', 1, 'y'],
        [200, 'GET', 1],
      ]),
      6,
    ],
  ])('the search leaves out orders that change nothing: %s', async (_, start, orders) => {
    const leftAfter = async (runs: number): Promise<readonly string[]> =>
      (await explore(experiment({ start, check: () => [], budget: { runs } }))).left
    if (orders > 0) expect(await leftAfter(1 + orders)).toContain('other orders')
    expect(await leftAfter(2 + orders)).not.toContain('other orders')
  })

  const hold = { on: READ, request: 1, do: 'hold' }
  const end = { on: READ, request: 2 }
  it.each<[misfortune: unknown, at: string]>([
    [{ ...hold, do: 'lose', leg: 'out' }, 'leg'],
    [{ ...hold, do: 'lose', until: end }, 'until'],
    [{ ...hold, until: end }, 'leg'],
    [{ ...hold, leg: 'aside', until: end }, 'leg'],
    [{ ...hold, leg: 'out' }, 'until'],
    [{ ...hold, leg: 'in', until: end }, 'on'],
    [{ ...hold, leg: 'out', until: { on: READ } }, 'until.request'],
    [{ ...hold, leg: 'out', until: end, last: true }, 'last'],
    [{ ...hold, leg: 'out', until: end, within: 0 }, 'within'],
    [{ ...hold, do: 'lose', within: 2000 }, 'within'],
    [{ ...hold, leg: 'out', until: { ...end, leg: 'in' } }, 'until.leg'],
    [{ ...hold, leg: 'out', until: { on: 'DELIVERY a/b', delivery: 1, leg: 'back' } }, 'until.leg'],
  ])('refuses %j, naming %s', async (misfortune, at) => {
    await expect(explore.once(experiment(), [misfortune] as Plan)).rejects.toMatchObject({
      name: 'OptionError',
      option: `plan[0].${at}`,
    })
  })
})
