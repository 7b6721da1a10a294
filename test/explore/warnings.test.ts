import { createSimulator } from 'accounting-simulator'
import { type End, type Experiment, explore, type Stage, toHaveSurvived } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
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
    ['so many requests do not come', { on: INVOICES_READ, request: 99 }, /Not met by GET/],
  ])('of a plan that nothing meets: %s', async (_, place, text) => {
    const report = await explore.once(nightly(), [{ ...place, attempt: 1, do: 'lose' }])
    expect(report).toMatchObject({ survived: true, provesNothing: true })
    expect(String(report)).toMatch(text)
    expect(() => expect(report).toHaveSurvived()).toThrow(text)
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
})
