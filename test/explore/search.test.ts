import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Plan, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { reader as receiver } from './clients/reader'
import { creates, creation, INVOICES, ROUTE, tiny } from './tiny'

const LIST = `GET ${INVOICES}`

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

describe('the search', () => {
  it('hits each try of a request that is sent night after night, but for the calm one', async () => {
    const check: Experiment['check'] = ({ disk }) =>
      disk.read('night 2') === 200 ? [] : ['the second night is missing']
    const { failure, runs } = await explore(nightly({ check, rounds: 4, faults: 'network' }))
    expect(failure?.plan).toEqual([{ on: LIST, request: 1, attempt: 2, do: 'cut' }])
    expect(runs).toBeLessThan(30)
  })

  it('plays nothing any more when it is over', async () => {
    let starts = 0
    const start: Experiment['start'] = (stage) => {
      starts += 1
      return reader(stage)
    }
    await explore(nightly({ start, faults: ['cut'], budget: { runs: 4 } }))
    const atEnd = starts
    expect(atEnd).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(starts).toBe(atEnd)
  })

  it.each([
    ['runs', { runs: 12 }, 12],
    // Two in each run.
    ['requests', { requests: 20 }, 10],
    ['requests', { runs: 15, requests: 20 }, 10],
  ])('ends by its budget of %s: %j, %i runs', async (limit, budget, expected) => {
    const report = await explore(nightly({ rounds: 2, faults: ['unavailable', 'error'], budget }))
    const { runs, left, endedBy } = report
    expect(runs).toBe(expected)
    expect(endedBy).toBe(limit)
    expect(String(report)).toContain(
      `Not tried, because the budget of ${limit} was used up: more random plans`,
    )
    expect(left).toEqual(['more random plans'])
  })

  it('ends by its budget of time, and says how long it took', async () => {
    const report = await explore(nightly({ budget: { time: '200 milliseconds' } }))
    expect(report.milliseconds).toBeGreaterThanOrEqual(200)
    expect(report.endedBy).toBe('time')
    expect(report.left.length).toBeGreaterThan(0)
    expect(JSON.stringify(report)).not.toContain('milliseconds')
  })

  it('begins with faults of pages where a list had several', async () => {
    const world = createSimulator()
    world.make.invoices(3)
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey() }
        for (const offset of [0, 2]) await fetch(`${INVOICES}?limit=2&offset=${offset}`, { headers })
      },
    })
    const { reached } = await explore(nightly({ world, start, budget: { runs: 3 } }))
    expect(reached).toEqual([{ on: LIST, kinds: ['drift'] }])
  })

  it('tries both orders of requests that are sent together', async () => {
    const answers: string[] = []
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey() }
        const sent = [1, 2, 3].map((id) => fetch(`/public/v1/customers/${id}/`, { headers }))
        answers.push((await Promise.all(sent)).map(({ status }) => status).join(' '))
      },
    })
    await explore(nightly({ start, rounds: 2, faults: ['revoke'], budget: { runs: 4 } }))
    expect(answers).toEqual(expect.arrayContaining(['403 403 403', '403 200 200']))
    const report = await explore.once(nightly({ start, rounds: 2, check: () => ['wrong'] }), [
      { on: 'GET /public/v1/customers/{}/', request: 2, last: true, do: 'revoke' },
    ])
    expect(report.failure?.story).toContain(
      '#2, try 1, which arrived after those sent with it (id 2): the key was',
    )
    expect(report.failure?.scenario).toBeUndefined()
  })

  it('strikes what the program does only after a first misfortune, and lists it', async () => {
    const start = ({ fetch, apiKey, disk }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey() }
        const answer = await fetch(INVOICES, { headers })
        if (answer.ok) return
        const status = await fetch('/public/v1/customers/', { headers }).then(
          (reply) => reply.status,
          () => 'nothing',
        )
        disk.write('asked', status)
      },
    })
    const check: Experiment['check'] = ({ disk }) =>
      disk.read('asked') === 'nothing' ? ['the second question was not answered'] : []
    const faults = ['cut', 'unavailable'] as const
    const { failure } = await explore(nightly({ start, check, faults, rounds: 2 }))
    expect(failure?.plan).toEqual([
      { on: LIST, request: 1, attempt: 1, do: 'unavailable' },
      { on: 'GET /public/v1/customers/', request: 1, attempt: 1, do: 'cut' },
    ])
    const short = await explore(nightly({ start, faults: ['unavailable'], rounds: 2, budget: { runs: 3 } }))
    expect(short.unreached).toEqual([{ on: 'GET /public/v1/customers/', kinds: ['unavailable'] }])
  })

  it('tries a refusal at each further request, then the others and pairs', async () => {
    const played: string[] = []
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey() }
        for (const id of [1, 2, 3, 4, 5])
          await fetch(`/public/v1/customers/${id}/`, { headers }).catch(() => undefined)
      },
    })
    const check: Experiment['check'] = ({ simulator }) => {
      const failed = simulator.traffic.filter(({ response }) => (response?.status ?? 0) >= 500)
      played.push(
        failed.map(({ request, response }) => `${request.url.at(-2)}: ${response?.status}`).join(', '),
      )
      return []
    }
    const faults = ['unavailable', 'proxy', 'error'] as const
    await explore(nightly({ start, check, rounds: 2, faults, budget: { runs: 14 } }))
    expect(played.slice(2)).toEqual([
      '1: 503',
      '1: 502',
      '1: 500',
      '2: 503',
      '3: 503',
      '4: 503',
      '5: 503',
      '5: 502',
      '3: 502',
      '1: 503, 2: 503',
      '1: 502, 2: 503',
      '2: 503, 3: 503',
    ])
  })

  it('counts what it played to shrink a plan', async () => {
    const kept: Plan = [
      { on: ROUTE, request: 1, attempt: 1, do: 'cut' },
      { on: ROUTE, request: 1, attempt: 2, do: 'lose' },
    ]
    const { failure, runs, shrinkRuns } = await explore(tiny({ kept: [kept] }))
    expect(failure?.plan).toHaveLength(1)
    expect(runs).toBe(3)
    expect(shrinkRuns).toBeGreaterThan(0)
  })
})

describe('the story', () => {
  const told = async (options: Partial<Experiment>, plan: Plan): Promise<string> =>
    String(await explore.once(tiny({ check: () => ['wrong'], ...options }), plan))

  it('tells tries with one result in one line', async () => {
    const start = (stage: Stage) => ({
      async run() {
        const key = stage.apiKey()
        for (let tries = 0; tries < 5; tries += 1) {
          const { ok } = await stage.fetch(creation({ ...stage, apiKey: () => key }, 'R-1'))
          if (ok) return
          await stage.sleep(1000)
        }
      },
    })
    const text = await told({ start }, [{ on: ROUTE, request: 1, do: 'revoke' }])
    expect(text).toContain(
      `1. ${ROUTE} #1, try 1 (R-1): the key was revoked just before, and a new one was issued just after` +
        ' -> 403: the key is revoked; no key was good then (docs/service.md §6)',
    )
    expect(text).toContain(
      `You: ${ROUTE} #1, tries 2 to 5, 1.5 s to 6 s later (R-1, same Idempotency-Key, same body) -> 403`,
    )
  })

  it('tells the try between two misfortunes, and who went silent', async () => {
    const plan: Plan = [
      { on: ROUTE, request: 1, attempt: 1, do: 'lose' },
      { on: ROUTE, request: 1, attempt: 2, do: 'crash-after' },
    ]
    // Whatever it did, a program that was started again believes that all is done.
    const start = (stage: Stage) => {
      const isFirst = stage.disk.read('begun') === undefined
      stage.disk.write('begun', true)
      return { run: () => (isFirst ? creates('R-1')(stage).run?.() : undefined) }
    }
    expect((await told({ start }, plan)).split('\n').slice(2, -1)).toEqual([
      `  1. ${ROUTE} #1, try 1 (R-1): carried out (created Invoice 1), the answer was lost`,
      `     You: ${ROUTE} #1, try 2, 5.5 s later (R-1, same Idempotency-Key, same body)`,
      `  2. ${ROUTE} #1, try 2 (R-1): carried out, then your program was killed and started again a minute later`,
      '     You: was started again, 60 s later',
      '     You: sent nothing afterwards',
      '  In the calm run you wrote the file begun once, here 2 times; the file done once, here never.',
    ])
  })

  /** Creates R-1 each night under a key of the night, unless the disk says that it is there. */
  const nightlyPush = (stage: Stage) => ({
    async run() {
      if (stage.disk.read('done')) return
      const night = stage.disk.read<number>('night') ?? 1
      stage.disk.write('night', night + 1)
      const response = await stage.fetch(creation(stage, `R-1-${night}`))
      if (response.ok) stage.disk.write('done', true)
    },
  })

  it('tells that it was sent again later, also after the next misfortune, and the duplicate that it made', async () => {
    const plan: Plan = [
      { on: ROUTE, request: 1, do: 'lose' },
      { on: ROUTE, request: 2, do: 'unavailable' },
    ]
    const text = await told({ start: nightlyPush, rounds: 4 }, plan)
    expect(text.split('\n').slice(2, -1)).toEqual([
      `  1. ${ROUTE} #1, try 1 (R-1): carried out (created Invoice 1), the answer was lost`,
      '     You: gave up, 0.3 s later: TypeError: Failed to fetch',
      `     You: ${ROUTE} #2, try 1, 24 h later, in round 2 (R-1, another Idempotency-Key, same body)`,
      `  2. ${ROUTE} #2, try 1 (R-1): answered 503`,
      `     You: ${ROUTE} #3, try 1, 24 h later, in round 3 (R-1, another Idempotency-Key, same body) -> 200, created Invoice 2, a duplicate of Invoice 1`,
      '  In the calm run you wrote the file night once, here 3 times.',
    ])
  })

  it('tells which deliveries came after a misfortune, what was answered, and when they came again', async () => {
    const { failure } = await explore.once({ ...(await receiver()), check: () => ['wrong'] }, [
      { on: 'GET /public/v1/customers/', request: 1, do: 'outage' },
    ])
    expect(failure?.story.split('\n').slice(1)).toEqual([
      '  1. GET /public/v1/customers/ #1, try 1 (ordering=id): an outage of 2 hours began: 503 for every request',
      '     You: sent it because of DELIVERY core.customer/created #1, which you answered with 503',
      '     You: heard DELIVERY core.customer/created #1 to #3, 0.5 s before that: 503',
      '     You: GET /public/v1/customers/ #1, tries 2 to 21, 0 s to 63 min later (ordering=id) -> 503',
      '     You: heard DELIVERY core.customer/created #1 to #3 again, 60.5 s to 63 min later: 503',
      '     You: heard DELIVERY core.customer/created #1 to #3 again, 2 h later: 204',
      '     You: GET /public/v1/customers/ #1, tries 22 to 24, 2 h later (ordering=id) -> 200, 8 customers',
    ])
  })

  it('tells what somebody else did, and what the program sent because of it', async () => {
    const world = createSimulator()
    world.make.invoices(1, { company_id: 1, customer_id: 1 })
    const start = (stage: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': stage.apiKey(), 'content-type': 'application/json' }
        const url = `${stage.baseUrl}${INVOICES}1/`
        const invoice = (await (await stage.fetch(url, { headers })).json()) as object
        await stage.fetch(url, { method: 'PUT', headers, body: JSON.stringify(invoice) })
      },
    })
    const text = await told({ world, start }, [
      { on: `GET ${INVOICES}{}/`, request: 1, do: 'other-archives' },
    ])
    expect(text).toContain('#1, try 1 (id 1): just before, somebody else archived invoice 1 -> 200')
    expect(text).toMatch(/You: PUT .* \(sent .*record_status "archived", in the calm run "posted"; /)
  })

  it('of a misfortune that could not happen says so', async () => {
    const report = await explore.once(tiny({ start: creates('R-1') }), [
      { on: ROUTE, request: 1, do: 'other-archives' },
    ])
    expect(report).toMatchObject({ survived: true, unreached: [{ on: ROUTE, kinds: ['other-archives'] }] })
  })
})
