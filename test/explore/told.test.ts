import { createSimulator, type Simulator } from 'accounting-simulator'
import { type Experiment, explore, noDuplicates, type Plan, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { invoiceBody } from '../../bench/invoices'
import { CUSTOMERS, HOOK, UNKNOWN, withHook } from './clients/customers'
import { PLANTED } from './clients/planted'
import { INVOICES } from './tiny'

const headersOf = ({ apiKey }: Stage, key?: string) => ({
  'X-API-KEY': apiKey(),
  'content-type': 'application/json',
  ...(key !== undefined && { 'Idempotency-Key': key }),
})

/** Creates one invoice each night, with a key or without. */
const creates = (key?: string, more: Partial<Experiment> = {}): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const body = JSON.stringify({ ...invoiceBody(), reference_number: 'A-1' })
      await stage
        .fetch(INVOICES, { method: 'POST', headers: headersOf(stage, key), body })
        .catch(() => undefined)
    },
  }),
  check: noDuplicates('invoices', 'reference_number'),
  ...more,
})

describe('a failure without a misfortune tells', () => {
  it('that the program ran again with the same data', async () => {
    const report = await explore(creates())
    const { failure } = report
    expect(String(report).split('\n')[0]).toBe(
      'broke after 1 plan, without any misfortune; run 2 of the program made again what was there',
    )
    expect(failure).toMatchObject({ plan: [], run: 2 })
    expect(failure?.story).toContain(
      'It ran again with the same data 24 h later, as after a restart; the later run made Invoice 1 again as Invoice 2.',
    )
    expect(failure?.story).toContain('a duplicate of Invoice 1')
  })

  it('nothing of a later run if no complaint is about what it made again', async () => {
    const report = await explore(creates(undefined, { check: () => ['vendor Acme was never written'] }))
    const { failure } = report
    expect(String(report).split('\n')[0]).toBe('broke after 1 plan, without any misfortune')
    expect(failure).not.toHaveProperty('run')
    expect(failure?.story).toContain('No misfortune is needed: the program fails by itself.')
    expect(failure?.story).toContain('the later run made Invoice 1 again as Invoice 2.')
  })

  it('that a key was forgotten', async () => {
    const { failure } = await explore(creates('A-1', { every: '3 days' }))
    expect(failure?.story).toContain(
      'The service forgets an Idempotency-Key after 48 hours (§10); the same key, 72 h later, made Invoice 1 again',
    )
  })

  it('that no request reached the service, and what then', async () => {
    const start = () => ({
      run() {
        throw new Error('getaddrinfo ENOTFOUND accounting.test')
      },
    })
    const { failure } = await explore({ world: createSimulator(), start, check: () => [] })
    expect(failure?.story).toContain('its client bypasses the simulator')
    expect(failure?.story).toContain("axios: { adapter: 'fetch' }")
  })
})

it('a stored answer is said to be one', async () => {
  const twice: Experiment = creates('A-1', { check: () => ['always'] })
  const plan: Plan = [{ on: `POST ${INVOICES}`, request: 1, attempt: 1, do: 'crash-after' }]
  const { failure } = await explore.once(twice, plan)
  expect(failure?.story).toMatch(/try 2, .* -> 20\d \(the stored answer\)/)
})

/** A copy by events. A watchful one looks each night whether its webhook is active, and reads what it missed. */
async function hears(isWatchful: boolean): Promise<Experiment> {
  const world = await withHook(['core.customer/created'])
  const start = (stage: Stage) => {
    const { disk, fetch } = stage
    const know = (id: number): void => disk.write(`known ${id}`, true)
    return {
      async run() {
        const headers = headersOf(stage)
        if (isWatchful) {
          const hooks = await (await fetch('/public/v2/webhooks/', { headers })).json()
          for (const { uuid, is_active } of hooks.items ?? hooks)
            if (!is_active)
              await fetch(`/public/v2/webhooks/${uuid}/`, {
                method: 'PATCH',
                headers,
                body: JSON.stringify({ is_active: true }),
              })
          const { items } = await (await fetch(`${CUSTOMERS}?limit=100`, { headers })).json()
          for (const { id } of items) know(id)
        }
        const night = Number(disk.read('night') ?? 0) + 1
        disk.write('night', night)
        const body = JSON.stringify({ name: `C-${night}`, unique_id: `C-${night}`, ...UNKNOWN })
        await fetch(CUSTOMERS, { method: 'POST', headers: headersOf(stage, `C-${night}`), body })
      },
      async receive(request: Request) {
        know((await request.json()).object.id)
        return new Response(null, { status: 204 })
      },
    }
  }
  return {
    world,
    start,
    webhookUrl: HOOK,
    check: ({ simulator, disk }) =>
      simulator.records.customers
        .list({ limit: 100 })
        .items.filter(({ id, unique_id }) => unique_id?.startsWith('C-') && !disk.read(`known ${id}`))
        .map(({ unique_id }) => `nobody has heard of ${unique_id}`),
  }
}

describe('a receiver that is down for days', () => {
  const plan: Plan = [{ on: 'DELIVERY core.customer/created', delivery: 1, do: 'receiver-down' }]

  it('has its webhook disabled, and the story says so', async () => {
    const { failure } = await explore.once(await hears(false), plan)
    expect(failure?.complaint).toMatch(/nobody has heard of C-1/)
    expect(failure?.story).toMatch(
      /heard nothing more, \d+ h later, in round 3: the webhook to https:\/\/\S+ was disabled after days of failures \(§14\.4\)/,
    )
  })

  it('one that looks after its webhook survives', async () => {
    const report = await explore.once(await hears(true), plan)
    expect(report.failure?.story).toBeUndefined()
    expect(report.unreached).toEqual([])
  })

  it('is found by the profile cosmic', async () => {
    const { failure } = await explore({ ...(await hears(false)), faults: ['receiver-down'] })
    expect(failure?.plan).toMatchObject(plan)
  })
})

it('a late delivery says how late it came, whatever the pauses of the service are', async () => {
  const experiment = { ...(await hears(false)), check: () => ['always'] }
  const late: Plan = [{ on: 'DELIVERY core.customer/created', delivery: 1, do: 'delivery-late' }]
  expect((await explore.once(experiment, late)).failure?.story).toContain('came 7 minutes late')
  const world = createSimulator({
    world: experiment.world.export(),
    assumptions: { 'webhook-retry-delays': 'hourly' },
  } as never)
  const hourly = await explore.once({ ...experiment, world }, late)
  expect(hourly.failure?.story).toMatch(/came 60 min late, after newer ones/)
})

it('what somebody else did names the record as the service does', async () => {
  const [, plan = [], make = creates] = PLANTED.find(([name]) => name === 'lost update') ?? []
  const { failure } = await explore.once(make(), plan)
  expect(failure?.story).toContain('just before, somebody else edited the name of Customer 1')
})

describe('a check that looks at the world outside', () => {
  const OUTSIDE = /^check looked at the world that explore was given, to which no plan happens/
  const warned = async (check: (world: Simulator) => Experiment['check']): Promise<boolean> => {
    const world = createSimulator({ world: 'small-company' })
    const { warnings } = await explore.once(creates('A-1', { world, rounds: 1, check: check(world) }), [])
    return warnings.some((text) => OUTSIDE.test(text))
  }
  const count = ({ records }: Simulator): string[] => (records.invoices.count() < 0 ? ['less than none'] : [])

  it('is a warning of the report', async () => {
    expect(await warned((world) => () => count(world))).toBe(true)
    expect(await warned((world) => async () => count(world))).toBe(true)
  })

  it.each<[string, (world: Simulator) => Experiment['check']]>([
    [
      'the one that it is given',
      () =>
        ({ simulator }) =>
          count(simulator),
    ],
    [
      'both, and compares them',
      (world) =>
        ({ simulator }) => [...count(simulator), ...count(world)],
    ],
    [
      'what the program reported, beside what there was',
      (world) =>
        ({ reports }) =>
          reports.length > 1 ? ['?'] : count(world),
    ],
    [
      'requests of the given one',
      (world) =>
        ({ simulator }) =>
          simulator.traffic.length > 0 ? count(world) : [],
    ],
    ['the address of the world only', (world) => () => (world.baseUrl === '' ? ['none'] : [])],
    [
      'files',
      () =>
        ({ disk }) =>
          disk.names().length > 0 ? ['a file'] : [],
    ],
    ['an oracle that is handed on', () => noDuplicates('invoices', 'reference_number')],
  ])('is none if it looks at %s', async (_, check) => {
    expect(await warned(check)).toBe(false)
  })
})

it.each<[asked: Partial<Experiment>, line: string | undefined]>([
  [
    {},
    "others: true (other users), faults: 'cosmic' (days of failures, two runs at once), faults: 'evolution'",
  ],
  [{ others: true }, "faults: 'cosmic' (days of failures, two runs at once), faults: 'evolution'"],
  [{ faults: 'cosmic', others: true }, "faults: 'evolution' (what the service may add)"],
  [{ faults: 'evolution' }, undefined],
  [{ faults: 'network' }, undefined],
  [{ faults: ['lose'] }, undefined],
])('a survival says what a user of the default has not asked for: %j', async (asked, line) => {
  const report = String(await explore(creates('A-1', { check: () => [], budget: { runs: 2 }, ...asked })))
  expect(/^ {2}Not asked for: (.*)/m.exec(report)?.[1]?.slice(0, line?.length)).toBe(line)
})
