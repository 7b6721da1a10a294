import {
  createSimulator,
  defineScenario,
  isOptionError,
  type Scenario,
  type ScenarioStep,
} from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { checked } from '../support/checked'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

const POST = `POST ${INVOICES}`
const down = { inject: { on: POST, then: { status: 503 } } } as const

const steps = (...all: ScenarioStep[]): Scenario => ({ name: 'events', steps: all })

async function statusesOf(scenario: Scenario, keys: readonly (string | undefined)[]): Promise<number[]> {
  const { simulator, send } = shop()
  await simulator.play(scenario)
  const statuses: number[] = []
  for (const key of keys)
    statuses.push(
      (await send('POST', INVOICES, INVOICE, key === undefined ? {} : { 'Idempotency-Key': key })).status,
    )
  return statuses
}

describe('a step that waits for a request', () => {
  it.each([
    ['runs just before it', { when: { request: POST }, ...down }, [undefined, undefined], [503, 200]],
    [
      'counts requests',
      { when: { request: POST, nth: 3 }, ...down },
      [undefined, undefined, undefined],
      [200, 200, 503],
    ],
    [
      'counts no retries',
      { when: { request: POST, nth: 2 }, ...down },
      ['a', 'a', 'b', 'c'],
      [200, 200, 503, 200],
    ],
    ['counts no others', { when: { request: `GET ${INVOICES}` }, ...down }, [undefined], [200]],
  ] as [string, ScenarioStep, (string | undefined)[], number[]][])('%s', async (_, step, keys, expected) => {
    expect(await statusesOf(steps(step), keys)).toEqual(expected)
  })

  it('counts requests that a fault hits', async () => {
    const { simulator, send } = shop()
    simulator.faults.inject({ on: POST, times: 2, then: { status: 500 } })
    const play = await simulator.play(steps({ when: { request: POST, nth: 2 }, clearFaults: true }))
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(500)
    expect(play.unfired).toEqual([
      { step: 0, due: null, action: 'clearFaults', why: `waits for request 2 of ${POST}, 1 so far` },
    ])
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(200)
    expect(play.fired).toEqual([
      {
        step: 0,
        at: '2026-01-15T09:00:00.000Z',
        action: 'clearFaults',
        outcome: 'done',
        text: 'disarmed every fault',
      },
    ])
  })
})

describe('a step that waits for records', () => {
  const three = { when: { records: 'invoices', atLeast: 3 }, admin: { call: 'maintenance.start' } } as const

  it('runs as soon as there are that many, whoever wrote them', async () => {
    const { simulator, send } = shop(1)
    const play = await simulator.play(steps(three))
    simulator.records.invoices.create(INVOICE)
    expect(play.unfired[0]?.why).toBe('waits for 3 invoices, 2 so far')
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(200)
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(503)
    expect(play.fired.map(({ text }) => text)).toEqual(['called maintenance.start'])
  })

  it('runs at once where they are there already', async () => {
    const { simulator } = shop(3)
    expect((await simulator.play(steps(three))).fired).toHaveLength(1)
  })

  it('runs once, also where it writes such records itself', async () => {
    const { simulator } = shop()
    await simulator.play(
      steps({ when: { records: 'invoices' }, create: { record: 'invoices', body: INVOICE } }),
    )
    simulator.records.invoices.create(INVOICE)
    expect(simulator.records.invoices.count()).toBe(2)
  })

  it('counts no other organisation', async () => {
    const { simulator } = shop()
    const play = await simulator.play(steps({ ...three, when: { records: 'invoices' } }))
    simulator.organization('other').records.invoices.create(INVOICE)
    expect(play.fired).toEqual([])
  })

  it('may be the work of the clock', async () => {
    const { simulator } = shop()
    const body = { ...INVOICE }
    const play = await simulator.play(
      steps(
        { at: '1 day', create: { record: 'invoices', body } },
        { when: { records: 'invoices' }, clearFaults: true },
      ),
    )
    await simulator.clock.advance('2 days')
    expect(play.fired.map(({ step, at }) => [step, at])).toEqual([
      [0, '2026-01-16T09:00:00.000Z'],
      [1, '2026-01-16T09:00:00.000Z'],
    ])
  })
})

it('waiting steps and their counts are in snapshots, forks and exports', async () => {
  const { simulator, send } = shop()
  await simulator.play(steps({ when: { request: POST, nth: 2 }, ...down }))
  await send('POST', INVOICES, INVOICE)
  const mark = simulator.snapshot()
  const worlds = [
    simulator.fork(),
    createSimulator({ world: checked(simulator.export()), rateLimits: false }),
  ]
  expect((await send('POST', INVOICES, INVOICE)).status).toBe(503)
  simulator.restore(mark)
  expect((await send('POST', INVOICES, INVOICE)).status).toBe(503)
  for (const world of worlds) {
    const answer = await world.fetch(INVOICES, {
      method: 'POST',
      headers: { 'X-API-KEY': world.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(INVOICE),
    })
    expect(answer.status).toBe(503)
  }
})

describe('results', () => {
  it('of a key rotation can be used by later steps and by the host', async () => {
    const { simulator } = shop()
    const play = await simulator.play(
      steps(
        { admin: { call: 'keys.issue', with: { permissions: ['READ_ONLY'] } }, as: 'next' },
        { admin: { call: 'keys.issue', as: 'spare' } },
        { at: '1 day', admin: { call: 'keys.revoke', with: { key: { $ref: 'next.key' } } } },
        { create: { record: 'invoices', body: INVOICE }, as: 'rent' },
        {
          update: { record: 'invoices', id: { $ref: 'rent' }, body: { ...INVOICE, memo: 'paid' } },
          as: 'paid',
        },
      ),
    )
    const { next, spare, rent, paid } = play.results as Record<string, Record<string, unknown>>
    expect([rent?.memo, paid?.memo, rent?.number]).toEqual(['paid', 'paid', 1])
    const statusWith = async (result: typeof next) =>
      (await simulator.fetch(INVOICES, { headers: { 'X-API-KEY': String(result?.key) } })).status
    expect([await statusWith(next), await statusWith(spare)]).toEqual([200, 200])
    await simulator.clock.advance('1 day')
    expect([await statusWith(next), await statusWith(spare)]).toEqual([403, 200])
    expect(JSON.parse(JSON.stringify(play)).results.next).toEqual(next)
    expect(simulator.fork().plays[0]?.results.next).toEqual(next)
  })

  it('of records that are gone are left out', async () => {
    const { simulator } = shop()
    const body = { name: 'Gone', email: '', address: '', country: 'US', phone: '', website: '' }
    const play = await simulator.play(steps({ create: { record: 'customers', body, as: 'gone' } }))
    const { id } = play.results.gone as { id: number }
    simulator.records.customers.remove(id)
    expect(play.results).toEqual({})
  })
})

describe('refused', () => {
  it.each([
    [{ at: '1 day', when: { request: POST }, clearFaults: true }, 'steps[0].at'],
    [{ repeat: { every: '1 day', times: 2 }, when: { request: POST }, clearFaults: true }, 'steps[0].repeat'],
    [{ when: { request: 'invoices' }, clearFaults: true }, 'steps[0].when.request'],
    [{ when: { request: POST, nth: 0 }, clearFaults: true }, 'steps[0].when.nth'],
    [{ when: { request: POST, atLeast: 1 }, clearFaults: true }, 'steps[0].when.atLeast'],
    [{ when: { records: 'invoice' }, clearFaults: true }, 'steps[0].when.records'],
    [{ when: { records: 'invoices', request: POST }, clearFaults: true }, 'steps[0].when'],
    [{ when: {}, clearFaults: true }, 'steps[0].when'],
    [{ as: 'x', clearFaults: true }, 'steps[0].as'],
    [{ as: 'x', admin: { call: 'keys.issue', as: 'y' } }, 'steps[0].as'],
    [{ as: 'apiKey', admin: { call: 'keys.issue' } }, 'steps[0].as'],
  ])('%j', (step, option) => {
    const refused = (() => {
      try {
        return defineScenario(steps(step as unknown as ScenarioStep))
      } catch (error) {
        return error
      }
    })()
    expect(isOptionError(refused) && refused.option).toBe(option)
  })
})

describe('what the timeline tells', () => {
  it('the step that waited for a record causes what it writes', async () => {
    const { simulator, send } = shop()
    const hook = { url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }
    await send('POST', '/public/v2/webhooks/', hook)
    const answering = {
      when: { records: 'invoices' },
      create: { record: 'invoices', body: INVOICE },
    } as const
    await simulator.play({ name: 'answering', steps: [answering] })
    simulator.records.invoices.create(INVOICE)
    expect(simulator.timeline.map(({ kind }) => kind)).toEqual(['request', 'step', 'write'])
    expect(simulator.webhooks.queue.map(({ cause }) => cause)).toEqual([3, 2])
  })
})
