import { createSimulator } from 'accounting-simulator'
import {
  allOf,
  type End,
  type Experiment,
  explore,
  mirrorEquals,
  noDuplicates,
  type Plan,
  type Stage,
  toHaveSurvived,
} from 'accounting-simulator/explore'
import { describe, expect, it, vi } from 'vitest'
import { INVOICES } from './tiny'

expect.extend({ toHaveSurvived })

const INVOICES_READ = `GET ${INVOICES}`

/** Reads the list each night, and stores what it has read for good. */
const reader = ({ fetch, baseUrl, apiKey, disk }: Stage) => ({
  async run() {
    const night = Number(disk.read('night') ?? 0) + 1
    disk.write('night', night)
    const headers = { 'X-API-KEY': apiKey() }
    const response = await fetch(baseUrl + INVOICES, { headers }).catch(() => undefined)
    disk.write(`night ${night}`, response?.status ?? 'nothing')
  },
})

const nightly = (options: Partial<Experiment> = {}): Experiment => ({
  world: createSimulator(),
  start: reader,
  check: () => [],
  ...options,
})

describe('warnings', () => {
  it('of a program that does nothing', async () => {
    const report = await explore(nightly({ start: () => ({ run: () => undefined }) }))
    expect(report.survived).toBe(true)
    expect(String(report)).toContain('Warning: the program neither sent a request nor received a delivery')
    expect(() => expect(report).toHaveSurvived()).toThrow(/shows nothing: .*neither sent a request/s)
    expect(() => expect(report).not.toHaveSurvived()).toThrow(/shows nothing/)
  })

  it('of a check that gives no list back, which is fine for one that asserts', async () => {
    const check = (() => undefined) as unknown as Experiment['check']
    const report = await explore(nightly({ check, budget: { runs: 5 } }))
    expect(String(report)).toContain(
      'Warning: check gave no list of complaints back, so that only what it throws counts',
    )
    expect(report).toHaveSurvived()
  })

  it.each([
    ['a path that is not there', '/public/v1/invoice/', {}],
    ['no key', '/public/v1/invoices/', { 'X-API-KEY': '' }],
  ])('of a program of which everything is refused: %s', async (_, path, headers) => {
    const start = ({ fetch, apiKey }: Stage) => ({
      run: () => fetch(path, { headers: { 'X-API-KEY': apiKey(), ...headers } }).catch(() => undefined),
    })
    const report = await explore(nightly({ start, budget: { runs: 5 } }))
    expect(report).toMatchObject({ survived: true, provesNothing: true })
    expect(() => expect(report).toHaveSurvived()).toThrow(/shows nothing/)
  })

  it.each([
    [
      'its path has no slash',
      { on: 'GET /public/v1/invoices', request: 1 },
      /perhaps GET \/public\/v1\/invoices\//,
    ],
    [
      'so many requests do not come',
      { on: INVOICES_READ, request: 99 },
      /Warning: GET \/public\/v1\/invoices\/ #99, try 1 did not come/,
    ],
    ['nothing is near its path', { on: 'GET /health', request: 1 }, /Warning: GET \/health did not come\n/],
  ])('of a plan that nothing meets: %s', async (_, place, text) => {
    const report = await explore.once(nightly(), [{ ...place, attempt: 1, do: 'lose' }])
    expect(report).toMatchObject({ survived: true, provesNothing: true })
    expect(String(report)).toMatch(text)
    expect(() => expect(report).toHaveSurvived()).toThrow(text)
    expect(() => expect(JSON.parse(JSON.stringify(report))).toHaveSurvived()).toThrow(/did not come/)
    expect(await explore.once(nightly(), [])).toHaveSurvived()
    expect(
      await explore.once(nightly(), [{ on: INVOICES_READ, request: 1, attempt: 1, do: 'lose' }]),
    ).toHaveSurvived()
  })

  it('of shards that together met nothing', async () => {
    const experiment = nightly({ faults: [], budget: { runs: 5 } })
    const shards = await Promise.all(['1/2', '2/2'].map((shard) => explore({ ...experiment, shard })))
    const whole = explore.merge(shards)
    expect(whole).toMatchObject({ provesNothing: true, warnings: ['no misfortune happened'] })
    expect(() => expect(JSON.parse(JSON.stringify(whole))).toHaveSurvived()).toThrow(
      'the report shows nothing: no misfortune happened',
    )
  })

  it('of a search in which no misfortune may happen', async () => {
    expect(await explore(nightly({ faults: [], budget: { runs: 5 } }))).toMatchObject({
      provesNothing: true,
      warnings: ['no misfortune happened'],
    })
  })

  it('of requests that the service refuses without any misfortune', async () => {
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey(), 'content-type': 'application/json' }
        await fetch('/public/v1/customers/', { method: 'POST', headers, body: '{}' }).catch(() => undefined)
        await fetch('/public/v1/customers/99/', { headers }).catch(() => undefined)
      },
    })
    const report = await explore(nightly({ start, budget: { runs: 5 } }))
    expect(report.warnings).toEqual([
      expect.stringMatching(/^without any misfortune: POST \/public\/v1\/customers\/ #1, try 1 -> 422: /),
    ])
  })

  it('of a plan whose misfortune can happen to no such request', async () => {
    const first = { on: INVOICES_READ, request: 1, attempt: 1 }
    const report = await explore.once(nightly(), [{ ...first, do: 'slow-in-time' }])
    expect(report.warnings).toEqual([`slow-in-time could not happen to ${INVOICES_READ} #1, try 1`])
  })

  const NOTHING = expect.stringMatching(/does the check compare nothing with nothing\?$/)

  it.each<[what: string, run: (stage: Stage) => unknown, warnings: unknown[]]>([
    ['it only looks at an empty list', () => undefined, [NOTHING]],
    ['it gives back what it found: nothing', () => [], [NOTHING]],
    ['it gives back a figure', () => 0, []],
    ['it writes a file', ({ disk }) => disk.write('cursor', 1), []],
  ])('of a world in which nothing was made: %s', async (_, work, warnings) => {
    const start = (stage: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': stage.apiKey() }
        await stage.fetch('/public/v1/invoices/', { headers }).catch(() => undefined)
        return work(stage)
      },
    })
    const check = ({ simulator }: End) =>
      simulator.records.invoices.list().items.every(({ paid_total }) => paid_total === '0.00') ? [] : ['paid']
    const report = await explore({ world: createSimulator(), start, check, budget: { runs: 5 } })
    expect([report.survived, report.warnings]).toEqual([true, warnings])
  })

  it('none of a program that is served', async () => {
    expect((await explore(nightly({ budget: { runs: 5 } }))).warnings).toEqual([])
  })

  const WRITTEN = { 'X-API-KEY': '', 'content-type': 'application/json' }
  /** Creates one invoice, and no bill. */
  const writer = ({ fetch, apiKey, disk }: Stage) => ({
    async run() {
      if (disk.read('is done')) return
      const items = [{ item_id: 1, quantity: 1, rate: '10.00' }]
      const invoice = { company_id: 1, customer_id: 1, date: '2026-01-15', reference_number: 'R-1', items }
      const headers = { ...WRITTEN, 'X-API-KEY': apiKey(), 'Idempotency-Key': 'R-1' }
      const sent = { method: 'POST', headers, body: JSON.stringify(invoice) }
      const response = await fetch(INVOICES, sent).catch(() => undefined)
      disk.write('is done', response?.ok === true)
    },
  })
  const explored = (check: Experiment['check'], world = createSimulator()) =>
    explore({ world, start: writer, check, budget: { runs: 5 } })
  const NO_BILLS =
    "noDuplicates('bills', 'reference_number') compared nothing: no plan had bills with reference_number"
  const bills = noDuplicates('bills', 'reference_number')

  it.each<[what: string, check: Experiment['check'], told: string]>([
    ['no record of the type', bills, NO_BILLS],
    [
      'no value of the member',
      noDuplicates('invoices', 'memo'),
      "noDuplicates('invoices', 'memo') compared nothing: no plan had invoices with memo",
    ],
    ['several that compare nothing', allOf(bills, noDuplicates('invoices', 'memo')), NO_BILLS],
  ])('of a check that compares nothing, which proves nothing: %s', async (_, check, told) => {
    const report = await explored(check)
    expect(String(report)).toContain(`Warning: ${told}`)
    expect(report).toMatchObject({ survived: true, provesNothing: true })
    expect(() => expect(report).toHaveSurvived()).toThrow(told)
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) =>
        explore({ world: createSimulator(), start: writer, check, budget: { runs: 5 }, shard }),
      ),
    )
    expect(JSON.stringify(explore.merge(shards))).toBe(JSON.stringify(report))
  })

  it.each<[what: string, check: Experiment['check'], told: string]>([
    ['beside one that compares', allOf(noDuplicates('invoices', 'reference_number'), bills), NO_BILLS],
    ['beside a check of the user', allOf(bills, () => []), NO_BILLS],
    ['in a check of the user', (end) => bills(end), NO_BILLS],
    [
      'a mirror of what nobody has any more, as of open invoices that were paid',
      mirrorEquals('invoices', { mirror: () => ({}), of: () => false }),
      "mirrorEquals('invoices') compared nothing: in no plan had the mirror a copy, or the service a record to mirror",
    ],
  ])('of an oracle that compares nothing, which may be right: %s', async (_, check, told) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const report = await explored(check)
    expect(report.warnings).toEqual([told])
    expect(report).toHaveSurvived()
    warn.mockRestore()
    expect(await explore.once({ world: createSimulator(), start: writer, check }, [])).toMatchObject({
      survived: true,
      warnings: [told],
    })
  })

  it('of workers that have no module, once, and of none that are right', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const budget = { runs: 3 }
    for (const workers of [1, 2, 2]) await explore(nightly({ budget, workers }))
    await explore(nightly({ budget }))
    await explore.once(nightly({ workers: 2 }), [])
    expect(warn.mock.calls.flat().filter((text) => String(text).startsWith('explore was given'))).toEqual([
      expect.stringMatching(/workers: 2 and no module for them to import, .* module: import\.meta\.url/),
    ])
    warn.mockRestore()
  })

  it.each<[what: string, kept: Plan, told: string[]]>([
    [
      'of an operation that is misspelt',
      [{ on: 'GET /public/v1/invoice/', request: 1, do: 'lose' }],
      [`a kept plan changes nothing: GET /public/v1/invoice/ did not come, perhaps ${INVOICES_READ}`],
    ],
    [
      'of a request that comes no more',
      [{ on: INVOICES_READ, request: 9, do: 'lose' }],
      [`a kept plan changes nothing: ${INVOICES_READ} #9, try 1 did not come`],
    ],
    ['of a request that comes', [{ on: INVOICES_READ, request: 1, do: 'lose' }], []],
    [
      'of which one of two comes',
      [
        { on: INVOICES_READ, request: 1, do: 'lose' },
        { on: INVOICES_READ, request: 9, do: 'lose' },
      ],
      [],
    ],
    ['that is empty', [], []],
  ])('of a kept plan %s', async (_, plan, told) => {
    const report = await explore(nightly({ kept: [plan], budget: { runs: 6 } }))
    expect([report.survived, report.warnings]).toEqual([true, told])
    const shards = []
    for (const shard of ['1/2', '2/2'])
      shards.push(await explore(nightly({ kept: [plan], budget: { runs: 6 }, shard })))
    expect(explore.merge(shards).warnings).toEqual(told)
  })

  it('in the words of toHaveSurvived, which passes', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    expect({ survived: true, warnings: ['one of it'] }).toHaveSurvived()
    expect(warn.mock.calls).toEqual([
      ['toHaveSurvived: the report warns: one of it', 'AccountingSimulatorWarning'],
    ])
    warn.mockRestore()
  })

  const twice = noDuplicates('customers', 'record_status')

  it('none of a check that asserts of an oracle', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const report = await explored(
      ((end: End) => void expect(noDuplicates('invoices', 'reference_number')(end)).toEqual([])) as never,
    )
    expect(report.warnings.join()).not.toContain('no list of complaints')
    expect(report).toHaveSurvived()
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it.each<[what: string, check: (end: End) => unknown]>([
    ['of a function with braces', (end) => void twice(end)],
    ['of an asynchronous one', async (end) => void twice(end)],
    ['of a part of several', allOf(((end: End) => void twice(end)) as unknown as Experiment['check'])],
  ])('not of complaints that are dropped, which end it: %s', async (_, check) => {
    await expect(explored(check as Experiment['check'])).rejects.toThrow(
      /^check gave nothing back, but an oracle in it complained: the customer with record_status .* is there .*; a function with braces needs a return$/,
    )
  })

  it.each<[what: string, check: (end: End) => unknown]>([
    ['counted', (end) => expect(twice(end)).toHaveLength(1)],
    ['compared', (end) => expect(twice(end)).toEqual([expect.stringContaining('twice')])],
    ['asked after', (end) => void (twice(end).length > 3 && expect.fail())],
  ])('nothing of complaints that the check has looked at: %s', async (_, check) => {
    await expect(
      explored(((end: End) => void check(end)) as unknown as Experiment['check']),
    ).resolves.toBeDefined()
  })

  it.each(['made', 'a file'])('of a fault of a world, %s, that hits nothing in any plan', async (from) => {
    const made = createSimulator()
    const check = noDuplicates('invoices', 'reference_number')
    made.faults.inject({ on: 'POST /public/v1/bills/', then: { status: 503 } })
    made.faults.inject({ on: 'POST /public/v1/invoices/', then: { status: 503 } })
    const world = from === 'made' ? made : createSimulator({ world: made.export() })
    if (from === 'a file') await world.fork().fetch('/public/v1/bills/', { method: 'POST' })
    expect((await explored(check, world)).warnings).toEqual(
      [
        expect.stringMatching(
          /^fault 1 on POST \/public\/v1\/bills\/ of the world hit nothing in any plan: .*503/,
        ),
        expect.stringContaining('without any misfortune'),
      ].reverse(),
    )
  })
})
