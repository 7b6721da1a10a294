import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Plan, type Stage, toHaveSurvived } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { creates, creation, INVOICES, onceIn, ROUTE, tiny } from './tiny'

expect.extend({ toHaveSurvived })

const statusOf = (answer: Promise<Response>) => answer.then(({ status }) => status)

const LOSE: Plan = [{ on: ROUTE, request: 1, attempt: 1, do: 'lose' }]

describe('what an exploration reports', () => {
  it('the smallest plan, its story, a scenario and a test', async () => {
    const report = await explore(tiny())
    expect(report).toMatchObject({ survived: false, runs: 3, failure: { plan: LOSE } })
    expect(String(report)).toBe(
      [
        'broke after 3 plans, shrunk to 1 misfortune',
        'x R-1 is there 2 times',
        `  1. ${ROUTE} #1, try 1 (R-1): carried out (created Invoice 1), the answer was lost`,
        `     You: ${ROUTE} #1, try 2, 5.5 s later (R-1, no Idempotency-Key, same body) -> 200, created Invoice 2, a duplicate of Invoice 1`,
        `  Again: explore.once(experiment, ${JSON.stringify(LOSE)})`,
      ].join('\n'),
    )
    expect(report.failure?.test).toContain('explore.once(experiment, [')
    expect(report.failure?.scenario?.steps).toEqual([
      {
        note: `${ROUTE} #1, try 1`,
        inject: { on: ROUTE, request: 1, attempt: 1, then: { loseResponse: true } },
      },
    ])
  })

  it('the scenario does to the same program what the plan did', async () => {
    const { failure } = await explore(tiny())
    const simulator = createSimulator({ clock: 'auto' })
    if (failure?.scenario) await simulator.play(failure.scenario)
    const disk = new Map<string, unknown>()
    await creates()({
      baseUrl: simulator.baseUrl,
      apiKey: () => simulator.apiKey,
      disk: {
        read: <Value>(name: string) => disk.get(name) as Value,
        write: (name, value) => void disk.set(name, value),
        names: () => [...disk.keys()],
      },
      fetch: simulator.fetch,
      sleep: simulator.clock.sleep,
      now: () => simulator.clock.timers.Date.now(),
    }).run?.()
    expect(simulator.records.invoices.count()).toBe(2)
  })

  it('the same for the same seed', async () => {
    const one: Experiment = {
      ...tiny({ start: creates('R-1') }),
      faults: 'network',
      budget: { runs: 40 },
      seed: 7,
    }
    const [first, second] = [await explore(one), await explore(one)]
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
    expect(String(second)).toBe(String(first))
    expect(first).toMatchObject({ survived: true, runs: 40, seed: 7 })
  })

  it('what each operation met, and what the budget left', async () => {
    const report = await explore({ ...tiny({ start: creates('R-1') }), budget: { runs: 5 } })
    expect(report.reached).toEqual([{ on: ROUTE, kinds: ['lose', 'crash-after', 'cut'] }])
    expect(report.unreached[0]?.kinds).toContain('slow')
    expect(report.left).toEqual(['each misfortune alone', 'two misfortunes', 'random plans'])
  })

  it('a calm run that fails', async () => {
    const report = await explore(tiny({ check: () => ['never right'] }))
    expect(report).toMatchObject({
      survived: false,
      runs: 1,
      failure: { plan: [], complaint: 'never right' },
    })
  })

  it('two calm runs that differ', async () => {
    let runs = 0
    const start = (stage: Stage) => ({
      async run() {
        runs += 1
        await stage.fetch(`${INVOICES}?limit=${runs}`, { headers: { 'X-API-KEY': stage.apiKey() } })
      },
    })
    const report = await explore(tiny({ start, check: () => [] }))
    expect(report).toMatchObject({ survived: false, runs: 2, failure: { plan: [] } })
    expect(report.failure?.complaint).toContain('two calm runs differ')
    expect(report.failure?.story).toMatch(/first run: .*limit=1.*\n.*second run: .*limit=3/)
  })

  it('kept plans are played first', async () => {
    const report = await explore({ ...tiny(), faults: ['cut'], kept: [LOSE] })
    expect(report).toMatchObject({ survived: false, runs: 3, failure: { plan: LOSE } })
  })

  it('a plan with more in it is shrunk', async () => {
    const kept: Plan = [
      { on: ROUTE, request: 4, attempt: 1, do: 'cut' },
      { on: ROUTE, request: 1, attempt: 1, do: 'cut' },
      { on: ROUTE, request: 1, attempt: 2, do: 'lose' },
    ]
    expect((await explore({ ...tiny(), kept: [kept] })).failure?.plan).toEqual(LOSE)
  })

  it('the assumptions that a failure rests on', async () => {
    // The key of the retry belongs to another API key.
    const plan: Plan = [...LOSE, { on: ROUTE, request: 1, attempt: 2, do: 'revoke' }]
    const { failure } = await explore.once(tiny({ start: creates('R-1') }), plan)
    expect(failure?.complaint).toBe('R-1 is there 2 times')
    expect(failure?.assumptions).toEqual(['idempotency-scope'])
    expect(failure?.story).toContain('Rests on: idempotency-scope')
    expect(failure?.story).toContain('new API key, same Idempotency-Key, same body')
  })
})

describe('one plan', () => {
  it('is played again with the same story', async () => {
    const { failure } = await explore(tiny())
    const again = await explore.once(tiny(), JSON.parse(JSON.stringify(failure?.plan)) as Plan)
    expect(again.runs).toBe(1)
    expect(again.failure).toEqual(failure)
  })

  it('names what did not happen', async () => {
    const plan: Plan = [{ on: ROUTE, request: 9, do: 'lose' }]
    const report = await explore.once(tiny(), plan)
    expect(report).toMatchObject({ survived: true, unreached: [{ on: ROUTE, kinds: ['lose'] }] })
    expect(String(report)).toBe(
      `survived 1 plan\n  Warning: ${ROUTE} #9, try 1 did not come\n  Not met by ${ROUTE}: lose`,
    )
  })
})

describe('the matcher', () => {
  it('tells the story', async () => {
    const { message, pass } = toHaveSurvived(await explore(tiny()))
    expect(pass).toBe(false)
    expect(message()).toContain('R-1 is there 2 times')
    expect(toHaveSurvived(await explore.once(tiny(), [])).pass).toBe(true)
    expect(() => toHaveSurvived({})).toThrow('this matcher is for the report of explore')
  })
})

describe('options', () => {
  it.each([
    [{ world: {} }, 'world'],
    [{ world: createSimulator({ clock: 'live' }) }, 'world'],
    [{ start: 'sync' }, 'start'],
    [{ check: undefined }, 'check'],
    [{ faults: 'wild' }, 'faults'],
    [{ faults: ['lose', 'loose'] }, 'faults[1]'],
    [{ rounds: 0 }, 'rounds'],
    [{ seed: 1.5 }, 'seed'],
    [{ budget: { runs: 0 } }, 'budget.runs'],
    [{ budget: { requests: 0 } }, 'budget.requests'],
    [{ budget: { plans: 5 } }, 'budget.plans'],
    [{ webhookUrl: 'hook' }, 'webhookUrl'],
    [{ workers: 0 }, 'workers'],
    [{ every: 'soon' }, 'every'],
    [{ kept: {} }, 'kept'],
    [{ budget: 5 }, 'budget'],
    [{ fault: 'network' }, 'fault'],
    [{ kept: [[{ on: ROUTE, request: 1, do: 'loose' }]] }, 'kept[0][0].do'],
  ])('%j is refused', async (options, option) => {
    const experiment = { ...tiny(), ...options } as unknown as Experiment
    await expect(explore(experiment)).rejects.toMatchObject({ name: 'OptionError', option })
  })

  it.each([
    [{}, 'plan'],
    [[{ on: ROUTE, do: 'lose' }], 'plan[0].request'],
    [[{ on: 'DELIVERY core.invoice/created', delivery: 1, do: 'lose' }], 'plan[0].on'],
    [[{ on: ROUTE, delivery: 1, do: 'delivery-lost' }], 'plan[0].on'],
    [[{ on: ROUTE, request: 1, attempt: 0, do: 'lose' }], 'plan[0].attempt'],
    [[{ on: ROUTE, request: 1, when: 2, do: 'lose' }], 'plan[0].when'],
    [[{ on: ROUTE, request: 1, last: 1, do: 'lose' }], 'plan[0].last'],
  ])('the plan %j is refused', async (plan, option) => {
    await expect(explore.once(tiny(), plan as Plan)).rejects.toMatchObject({ name: 'OptionError', option })
  })
})

describe('what befalls the program', () => {
  it('a crash freezes it: no finally runs, and only the disk is left', async () => {
    const seen: string[] = []
    const start = (stage: Stage) => {
      seen.push(`start with ${stage.disk.names().join() || 'nothing'}`)
      return {
        async run() {
          stage.disk.write('begun', true)
          try {
            await stage.fetch(creation(stage, 'R-1'))
            seen.push('answered')
          } finally {
            seen.push('finally')
            stage.disk.write('ended', true)
          }
        },
      }
    }
    const plan: Plan = [{ on: ROUTE, request: 1, do: 'crash-after' }]
    const report = await explore.once(tiny({ start }), plan)
    expect(report.survived).toBe(true)
    expect(seen).toEqual([
      'start with nothing',
      'start with begun',
      'answered',
      'finally',
      'answered',
      'finally',
    ])
  })

  it.each<[string, (stage: Stage) => Promise<unknown>, string]>([
    ['waits for ever', () => new Promise(() => undefined), 'round 1 does not come to an end: it waits'],
    [
      'polls for ever',
      async ({ sleep }) => {
        for (;;) await sleep(1000)
      },
      'round 1 does not come to an end: your program polled 10,000 times',
    ],
    [
      'leaves a rejection unhandled',
      async ({ sleep }) => {
        void Promise.reject(new Error('forgotten'))
        await sleep(1000)
      },
      'nobody handled the error Error: forgotten',
    ],
    [
      'throws in the calm round',
      async () => {
        throw new Error('no luck')
      },
      'the last round, which is calm, threw Error: no luck',
    ],
  ])('a program that %s', async (_, run, complaint) => {
    const start = (stage: Stage) => ({ run: () => run(stage) })
    const report = await explore.once(tiny({ start, check: () => [] }), [])
    expect(report.failure?.complaint).toContain(complaint)
  })

  it('a lapse hits one of two equal requests that are sent at one instant, and is over in the calm round', async () => {
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey() }
        return Promise.all([fetch(INVOICES, { headers }), fetch(INVOICES, { headers })].map(statusOf))
      },
    })
    const seen: unknown[] = []
    const check: Experiment['check'] = ({ reports }) => void seen.push(...reports)
    const plan: Plan = [{ on: `GET ${INVOICES}`, request: 1, attempt: 2, do: 'lapse' }]
    await explore.once(tiny({ start, check }), plan)
    expect(seen).toEqual([
      [200, 402],
      [200, 200],
    ])
  })

  it('what drifts after one of two equal pages is told to the check', async () => {
    const world = createSimulator()
    world.make.invoices(2)
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey() }
        await Promise.all([fetch(INVOICES, { headers }), fetch(INVOICES, { headers })])
      },
    })
    const plan: Plan = [{ on: `GET ${INVOICES}`, request: 1, do: 'drift' }]
    const told: unknown[] = []
    const check: Experiment['check'] = ({ others }) => void told.push(...others)
    await explore.once(tiny({ world, start, check }), plan)
    expect(told).toEqual([{ records: 'invoices', id: 3, did: 'created' }])
  })

  it('a program that waits for ever in a plain script: node ends with a report', () => {
    const script = fileURLToPath(new URL('programs/waits.ts', import.meta.url))
    const out = execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })
    expect(out).toContain('round 1 does not come to an end: it waits')
    expect(out).toContain('once: false')
  }, 60_000)

  it('time is virtual for it, also by global timers, and requests by global fetch reach the plan', async () => {
    const start = (stage: Stage) => ({
      async run() {
        const before = Date.now()
        await new Promise((resolve) => setTimeout(resolve, 3_600_000))
        if (Date.now() - before !== 3_600_000 || Date.now() !== stage.now()) throw new Error('real time')
        if ((await fetch(creation(stage, 'R-1'))).status !== 200) throw new Error('not answered')
      },
    })
    expect(await explore.once(tiny({ start, check: onceIn }), [])).toHaveSurvived()
  })
})
