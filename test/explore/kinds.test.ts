import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { checkPlan, counterFor } from '../../src/tools/explore/plan/check-plan'
import { KIND_NAMES, kindOf } from '../../src/tools/explore/plan/kinds'
import { lineToPaste } from '../../src/tools/explore/plan/line-to-paste'
import { readExperiment } from '../../src/tools/explore/read-experiment'
import { runPlan } from '../../src/tools/explore/run/run-plan'
import { searchPlans } from '../../src/tools/explore/search/search'
import { tiny } from './tiny'

/** A place of each sort. */
const PLACES = {
  request: 'GET /public/v1/invoices/',
  delivery: 'DELIVERY core.invoice/created',
  write: 'WRITE cursor',
}

/** Runs a line as a test would. */
async function paste(line: string) {
  const simulator = createSimulator()
  const explored: unknown[] = []
  const explore = Object.assign((...given: unknown[]) => explored.push(given), {
    once: (_: unknown, plan: unknown) => explored.push(checkPlan(plan)),
  })
  const run = new Function('simulator', 'explore', 'experiment', `return (async () => { ${line} })()`)
  await run(simulator, explore, {})
  return simulator.faults.list().length + explored.length
}

describe('a kind of misfortune', () => {
  it.each(KIND_NAMES)('%s: its line to paste makes it happen', async (kind) => {
    expect(await paste(lineToPaste({ on: PLACES[counterFor(kind)], do: kind }))).toBe(1)
  })

  it.each([
    [
      'lose',
      'often',
      "simulator.faults.inject({ on: 'GET /public/v1/invoices/', then: { loseResponse: true } })",
    ],
    [
      'storm',
      'sometimes',
      "simulator.faults.inject({ during: '5 minutes', then: { status: 429, retryAfter: 15 } })",
    ],
    [
      'crash',
      'often',
      "await explore.once(experiment, [{ on: 'GET /public/v1/invoices/', request: 1, do: 'crash' }])",
    ],
    ['hold', 'sometimes', "await explore({ ...experiment, faults: 'orders' })"],
    [
      'delivery-clock-ahead',
      'rare',
      "await explore.once(experiment, [{ on: 'DELIVERY core.invoice/created', delivery: 1, do: 'delivery-clock-ahead' }])",
    ],
  ] as const)('%s happens %s', (kind, rank, line) => {
    expect(kindOf(kind).rank).toBe(rank)
    expect(lineToPaste({ on: PLACES[counterFor(kind)], do: kind })).toBe(line)
  })
})

// A check that adds up everything is right where nobody asked for other users.
it.each<[what: string, options: Partial<Experiment>, kinds: string[]]>([
  ['by default', {}, []],
  ['with the profile cosmic', { faults: 'cosmic' }, []],
  ['where other users are asked for', { others: true, faults: 'production' }, ['drift', 'shift']],
  ['where it is named', { faults: ['drift', 'shift'] }, ['drift', 'shift']],
])('nobody adds a record after a list of one page, %s', async (_, options, kinds) => {
  const world = createSimulator()
  world.make.invoices(2)
  const start = ({ fetch, apiKey }: Stage) => ({
    async run() {
      const headers = { 'X-API-KEY': apiKey() }
      await fetch('/public/v1/invoices/?record_status=posted', { headers })
    },
  })
  const check: Experiment['check'] = ({ simulator }) =>
    kinds.length > 0 || simulator.records.invoices.count() === 2 ? [] : ['somebody sold more']
  const report = await explore(tiny({ world, start, check, budget: { runs: 120 }, ...options }))
  expect(report.failure?.story).toBeUndefined()
  const met = report.reached.flatMap((one) => one.kinds).filter((kind) => /^(drift|shift)$/.test(kind))
  expect(met).toEqual(kinds)
})

it('where other users are asked for, they come after a list that only a misfortune made the program read', async () => {
  const start = ({ fetch, apiKey }: Stage) => ({
    async run() {
      const headers = { 'X-API-KEY': apiKey() }
      const { ok } = await fetch('/public/v1/customers/1/', { headers })
      if (!ok) await fetch('/public/v1/invoices/', { headers })
    },
  })
  const faults = ['unavailable', 'drift'] as const
  const experiment = tiny({ start, check: () => [], faults, budget: { runs: 60 } })
  const { reached } = await explore(experiment)
  expect(reached).toContainEqual({ on: 'GET /public/v1/invoices/', kinds: ['unavailable', 'drift'] })
})

it('nobody adds after a look-up, a list with filters of which only one page was read', async () => {
  const world = createSimulator()
  world.make.invoices(3, { reference_number: 'R-1' })
  const start = ({ fetch, apiKey, disk }: Stage) => ({
    async run() {
      const headers = { 'X-API-KEY': apiKey() }
      const read = (query: string) =>
        fetch(`/public/v1/invoices/?${query}`, { headers }).then(
          ({ ok }) => ok,
          () => false,
        )
      const isFound = (await read('reference_number=R-1')) || (await read('reference_number=R-1'))
      for (const offset of [0, 2]) await read(`limit=2&offset=${offset}`)
      disk.write('found', isFound)
    },
  })
  const struck = new Set<string>()
  const check: Experiment['check'] = ({ simulator }) => {
    for (const { request, reason } of simulator.traffic)
      if (reason?.drifted) struck.add(new URL(request.url).search)
    return []
  }
  const faults = ['drift', 'shift', 'unavailable', 'lose'] as const
  const { hasStrangers: _, ...settings } = readExperiment(tiny({ world, start, check, faults }))
  const alone = { ...settings, hasStrangers: false, limits: { ...settings.limits, runs: 90 } }
  const play = (plan: Parameters<typeof runPlan>[1]) => runPlan(alone, plan)
  await searchPlans(alone, { width: 1, play, close: async () => undefined }, () => false)
  expect([...struck].sort()).toEqual(['?limit=2&offset=0', '?limit=2&offset=2'])
})
