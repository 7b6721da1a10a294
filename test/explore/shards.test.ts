import { readFileSync } from 'node:fs'
import { type Experiment, explore, type Report, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { creates, INVOICES, tiny } from './tiny'

/** Reads the list each night, and a customer if that fails. Keeps what came of it. */
const reader = ({ fetch, apiKey, disk }: Stage) => ({
  async run() {
    const night = Number(disk.read('night') ?? 0) + 1
    disk.write('night', night)
    const headers = { 'X-API-KEY': apiKey() }
    const statusOf = (path: string) => fetch(path, { headers }).then(({ status }) => status, String)
    disk.write(`night ${night}`, await statusOf(INVOICES))
    if (disk.read(`night ${night}`) !== 200) await statusOf('/public/v1/customers/1/')
  },
})

const failing = (...nights: number[]): Experiment['check'] => {
  return ({ disk }) =>
    nights.every((night) => disk.read(`night ${night}`) !== 200) ? [`${nights} failed`] : []
}

const nightly = (options: Partial<Experiment>): Experiment =>
  tiny({ start: reader, check: () => [], rounds: 4, faults: 'network', budget: { runs: 60 }, ...options })

const UNLIKE = 'two calm runs differ, so no plan could be replayed: the program is not deterministic'
let calls = 0
const unlike = ({ fetch, apiKey }: Stage) => ({
  run: async () => {
    calls += 1
    await fetch(`${INVOICES}?limit=${calls % 2 === 0 ? 1 : 2}`, { headers: { 'X-API-KEY': apiKey() } })
  },
})

const shardsOf = async (experiment: Experiment, of: number): Promise<Report[]> => {
  const reports: Report[] = []
  for (let index = 1; index <= of; index += 1)
    reports.push(await explore({ ...experiment, shard: `${index}/${of}` }))
  return reports
}

/** As a file holds it. */
const stored = (report: Report): Report => JSON.parse(JSON.stringify(report))

describe('all shards together are the whole search', () => {
  it.each<[string, number, Experiment, Partial<Report>]>([
    ['a survivor', 1, nightly({}), { survived: true, runs: 60, endedBy: 'runs' }],
    ['a survivor', 3, nightly({}), { survived: true, runs: 60 }],
    ['a survivor', 8, nightly({ faults: 'production', budget: { runs: 90 } }), { survived: true, runs: 90 }],
    ['a budget within the first misfortunes', 4, nightly({ budget: { runs: 9 } }), { runs: 9 }],
    ['a failure of one misfortune', 3, nightly({ check: failing(1) }), { survived: false }],
    ['a failure of a later night', 3, nightly({ check: failing(3) }), { survived: false }],
    [
      'a failure of two misfortunes',
      4,
      nightly({ check: failing(1, 3), budget: { runs: 400 } }),
      { survived: false },
    ],
    ['a calm run that fails', 2, nightly({ check: () => ['never right'] }), { survived: false, runs: 1 }],
    ['calm runs that differ', 2, nightly({ start: unlike, rounds: 1 }), { survived: false, runs: 2 }],
    ['a kept plan that fails', 2, tiny({ kept: [[{ on: `POST ${INVOICES}`, request: 1, do: 'lose' }]] }), {}],
  ])('%s, %i shards', async (_, of, experiment, expected) => {
    const whole = await explore(experiment)
    expect(whole).toMatchObject(expected)
    const reports = await shardsOf(experiment, of)
    for (const merged of [explore.merge(reports), explore.merge([...reports].reverse().map(stored))]) {
      expect(JSON.stringify(merged)).toBe(JSON.stringify(whole))
      expect(String(merged)).toBe(String(whole))
    }
    const isPlan = whole.failure && whole.failure.complaint !== UNLIKE
    if (isPlan)
      expect((await explore.once(experiment, whole.failure?.plan ?? [])).failure).toEqual(whole.failure)
  })

  it('each of them plays fewer plans, and says which share it has', async () => {
    const reports = await shardsOf(nightly({ budget: { runs: 200 } }), 4)
    for (const { runs } of reports) expect(runs).toBeLessThan(80)
    expect(String(reports[2])).toMatch(/^survived \d+ plans of shard 3\/4/)
    expect(explore.merge(reports)).toMatchObject({ runs: 200, survived: true })
  })

  it('requests and time are what each may spend', async () => {
    const experiment = nightly({ budget: { requests: 300 } })
    const reports = await shardsOf(experiment, 3)
    const merged = explore.merge(reports)
    expect(merged).toMatchObject({ survived: true, endedBy: 'requests' })
    expect(merged.runs).toBeGreaterThan((await explore(experiment)).runs)
  })
})

/** After a failure, what it reads depends on the machine. */
const moody = (index: number): Promise<Report> => {
  const start = ({ fetch, apiKey }: Stage) => ({
    async run() {
      const headers = { 'X-API-KEY': apiKey() }
      const { ok } = await fetch(INVOICES, { headers }).catch(() => ({ ok: false }))
      if (ok) return
      const other = `/public/v1/${index === 1 ? 'customers' : 'vendors'}/`
      await fetch(other, { headers }).catch(() => undefined)
    },
  })
  return explore({ ...nightly({ start, budget: { runs: 80 } }), shard: `${index}/2` })
}

describe('refused', () => {
  const one = nightly({ budget: { runs: 4 } })
  const two = async (other: Partial<Experiment> = {}): Promise<Report[]> => [
    await explore({ ...one, shard: '1/2' }),
    await explore({ ...one, ...other, shard: '2/2' }),
  ]

  it.each<[string, () => Promise<readonly Report[]>, string, string]>([
    [
      'a missing shard',
      async () => (await shardsOf(one, 3)).slice(1, 2),
      'reports',
      'all shards, but 1/3, 3/3 is missing',
    ],
    [
      'one twice',
      async () => [...(await two()), ...(await two())],
      'reports[2]',
      'is shard 1/2, as reports[0] is',
    ],
    [
      'of another number',
      async () => [...(await two()), await explore({ ...one, shard: '3/3' })],
      'reports[2]',
      'is shard 3/3, but that of reports[0] is 1/2',
    ],
    [
      'another seed',
      () => two({ seed: 2 }),
      'reports[1]',
      'is of another search than reports[0]: the seeds differ',
    ],
    ['another budget', () => two({ budget: { runs: 5 } }), 'reports[1]', 'the budgets of runs differ'],
    ['other faults', () => two({ faults: ['cut'] }), 'reports[1]', 'the faults differ'],
    ['other kept plans', () => two({ kept: [[]] }), 'reports[1]', 'the kept plans differ'],
    ['another program', () => two({ start: creates('R-1') }), 'reports[1]', 'the calm runs differ'],
    [
      'a program that reacts otherwise',
      async () => [await moody(1), await moody(2)],
      'reports[1]',
      'has other plans than reports[0] after the first',
    ],
    ['a whole search', async () => [await explore(one)], 'reports[0]', 'must be the report of a shard'],
    ['nothing', async () => [], 'reports', 'must be an array of the reports of all shards'],
  ])('%s', async (_, reports, option, message) => {
    const given = await reports()
    expect(() => explore.merge(given)).toThrow(
      expect.objectContaining({ name: 'OptionError', option, message: expect.stringContaining(message) }),
    )
  })

  it.each(['0/2', '3/2', '1', 'a/b', '1/0', ''])('the shard %j', async (shard) => {
    await expect(explore({ ...one, shard })).rejects.toThrow("shard must be a share such as '3/8'")
  })
})

it('the workflow in docs/explore.md has a job for each shard and one that merges', () => {
  const text = readFileSync(new URL('../../docs/explore.md', import.meta.url), 'utf8')
  const [workflow = ''] = /```yaml\n([\s\S]*?)```/.exec(text)?.slice(1) ?? []
  const shards = /shard: \[(.*)\]/.exec(workflow)?.[1]?.split(', ').map(Number)
  expect(shards).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(workflow).toMatch(/--shard \$\{\{ matrix\.shard }}\/8/)
  expect(workflow).toContain('explore merge')
})
