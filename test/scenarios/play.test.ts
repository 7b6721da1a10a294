import { createSimulator, isOptionError, type Simulator } from 'accounting-simulator'
import { beforeEach, describe, expect, it } from 'vitest'
import { checked } from '../support/checked'
import { pause } from '../support/pause'

let simulator: Simulator
beforeEach(() => {
  simulator = createSimulator()
})

const items = [{ item_id: 1, quantity: 1, rate: '100.00' }]
const invoice = { date: '2026-01-15', company_id: 1, customer_id: 1, items }
const sold = { create: { record: 'invoices', body: invoice } } as const
const down = { then: { status: 503 } }

const get = (path = '/public/v1/invoices/') =>
  simulator.fetch(simulator.baseUrl + path, { headers: { 'X-API-KEY': simulator.apiKey } })

describe('a play that is disarmed', () => {
  it('runs no other step and hits nothing more, and what it has done stays', async () => {
    const play = await simulator.play({
      name: 'storm',
      steps: [
        sold,
        { inject: { on: 'GET /public/v1/invoices/', times: 5, ...down } },
        { at: '1 day', ...sold },
        { when: { request: 'GET /public/v1/items/' }, ...sold },
        { when: { records: 'invoices', atLeast: 2 }, ...sold },
      ],
    })
    const other = await simulator.play({ name: 'other', steps: [{ at: '2 days', ...sold }] })
    expect((await get()).status).toBe(503)
    play.disarm()
    expect((await get()).status).toBe(200)
    await get('/public/v1/items/')
    expect(simulator.clock.pending().map(({ subject }) => subject)).toEqual(['other'])
    await simulator.clock.advance('3 days')
    expect(simulator.records.invoices.count()).toBe(2)
    expect(other.fired).toHaveLength(1)
    expect(play.fired.map(({ step }) => step)).toEqual([0, 1])
    expect(play.unfired.map(({ step, why }) => `${step}: ${why}`)).toEqual([
      '2: it was disarmed',
      '3: it was disarmed',
      '4: it was disarmed',
    ])
    play.disarm()
    expect(createSimulator({ world: checked(simulator.export()) }).plays[0]?.unfired).toEqual(play.unfired)
  })
})

describe('steps', () => {
  it('act when the clock comes to them, and those of one time in their order', async () => {
    const play = await simulator.play({
      name: 'day',
      steps: [
        sold,
        { at: '2 days', inject: down },
        { at: '1 day', ...sold },
        { at: '2 days', clearFaults: true },
        { at: '2026-01-15T10:00:00Z', ...sold },
      ],
    })
    expect(simulator.records.invoices.count()).toBe(1)
    expect(play.fired).toEqual([
      {
        step: 0,
        at: '2026-01-15T09:00:00.000Z',
        action: 'create invoices',
        outcome: 'done',
        text: 'created Invoice 1',
      },
    ])
    const step = { kind: 'scenario-step', subject: 'day' }
    expect(simulator.clock.pending()).toEqual([
      { due: '2026-01-15T10:00:00.000Z', ...step, id: 4 },
      { due: '2026-01-16T09:00:00.000Z', ...step, id: 2 },
      { due: '2026-01-17T09:00:00.000Z', ...step, id: 1 },
      { due: '2026-01-17T09:00:00.000Z', ...step, id: 3 },
    ])
    await simulator.clock.advance('3 days')
    expect(simulator.records.invoices.count()).toBe(3)
    expect(play.fired.map(({ step }) => step)).toEqual([0, 4, 2, 3])
    expect(play.unfired).toEqual([
      {
        step: 1,
        due: '2026-01-17T09:00:00.000Z',
        action: 'inject',
        why: 'armed fault 1 on every request, which has hit nothing',
      },
    ])
  })

  it('repeat', async () => {
    const play = await simulator.play({
      name: 'months',
      steps: [{ at: '1 day', repeat: { every: '1 month', times: 3 }, ...sold }],
    })
    await simulator.clock.advance('1 year')
    expect(play.fired.map(({ at }) => at.slice(0, 10))).toEqual(['2026-01-16', '2026-02-16', '2026-03-16'])
    expect(simulator.records.invoices.count()).toBe(3)
  })

  it('count the hits of their faults', async () => {
    const play = await simulator.play({
      name: 'storm',
      steps: [{ at: '1 minute', inject: { times: 2, then: { status: 429, retryAfter: 7 } } }],
    })
    expect((await get()).status).toBe(200)
    expect(play.unfired.map(({ why }) => why)).toEqual(['its time has not come'])
    await simulator.clock.advance('1 minute')
    expect((await get()).headers.get('Retry-After')).toBe('7')
    expect((await get()).status).toBe(429)
    expect((await get()).status).toBe(200)
    expect(play.unfired).toEqual([])
    expect(play.fired).toMatchObject([{ action: 'inject', hits: 2 }])
  })

  it('speak of what earlier steps made, as it is by then', async () => {
    const play = await simulator.play({
      name: 'sale',
      steps: [
        { create: { ...sold.create, as: 'sale' } },
        {
          at: '1 hour',
          update: {
            record: 'invoices',
            id: { $ref: 'sale.number' },
            body: { ...invoice, memo: 'changed', reference_number: { $ref: 'sale.amount_due' } },
          },
        },
        { at: '2 hours', remove: { record: 'invoices', id: { $ref: 'sale' } } },
        { at: '3 hours', admin: { call: 'keys.revoke', with: { key: { $ref: 'apiKey' } } } },
      ],
    })
    await simulator.clock.advance('2 hours')
    const { memo, reference_number, record_status } = simulator.records.invoices.get(1)
    expect([memo, reference_number, record_status]).toEqual(['changed', '100.00', 'archived'])
    await simulator.clock.advance('1 hour')
    expect((await get()).status).toBe(403)
    expect(play.fired.map(({ action }) => action)).toEqual([
      'create invoices',
      'update invoices',
      'remove invoices',
      'admin keys.revoke',
    ])
  })

  it('look at what is there', async () => {
    const play = await simulator.play({
      name: 'look',
      steps: [
        sold,
        { expect: { record: 'invoices', count: 1 } },
        { expect: { record: 'invoices', query: { customer_id: 2 }, count: 1 } },
      ],
    })
    expect(play.fired.map(({ outcome, text }) => [outcome, text])).toEqual([
      ['done', 'created Invoice 1'],
      ['done', '1 invoices, expected 1'],
      ['unmet', '0 invoices, expected 1'],
    ])
  })
})

describe('a step that is refused', () => {
  it('is noted, leaves nothing, and the others come all the same', async () => {
    const play = await simulator.play({
      name: 'refused',
      steps: [
        { create: { record: 'invoices', body: { ...invoice, customer_id: 999 }, as: 'sale' } },
        { at: '1 hour', remove: { record: 'invoices', id: { $ref: 'sale.number' } } },
        { at: '1 hour', admin: { call: 'keys.revoke', with: { key: 'no such key' } } },
        { at: '1 hour', admin: { call: 'subscriptions.lapse', with: { group: 'money' } } },
        { at: '2 hours', ...sold },
      ],
    })
    await simulator.clock.advance('1 day')
    expect(play.fired.map(({ step, outcome, text }) => [step, outcome, text])).toEqual([
      [0, 'refused', 'invoices.create refused: customer_id: Customer with id 999 does not exist'],
      [1, 'refused', 'nothing was made as sale'],
      [2, 'refused', 'no key no such key was issued'],
      [3, 'refused', expect.stringMatching(/^group must be one of /)],
      [4, 'done', 'created Invoice 1'],
    ])
    expect(simulator.records.invoices.count()).toBe(1)
  })
})

describe('a scenario that cannot be played', () => {
  it.each([
    [{ at: '2026-01-15T08:59:59Z', clearFaults: true as const }, 'steps[1].at'],
    [{ at: '9000 years', clearFaults: true as const }, 'steps[1].at'],
    [
      { at: '1 day', repeat: { every: '9000 years', times: 2 }, clearFaults: true as const },
      'steps[1].repeat.every',
    ],
    [{ inject: { then: { status: 99 } } }, 'steps[1].inject.then.status'],
  ])('%j is refused whole', async (step, option) => {
    const error = await simulator.play({ name: 'x', steps: [sold, step] }).catch((reason: unknown) => reason)
    expect(isOptionError(error) && error.option, String(error)).toBe(option)
    expect(simulator.records.invoices.count()).toBe(0)
    expect(simulator.plays).toEqual([])
    expect(simulator.clock.pending()).toEqual([])
  })
})

describe('a scenario under way', () => {
  const scenario = {
    name: 'two-days',
    steps: [
      { at: '1 day', create: { ...sold.create, as: 'sale' } },
      { at: '2 days', inject: { times: 2, then: { status: 503 } } },
      { at: '3 days', remove: { record: 'invoices', id: { $ref: 'sale.number' } } },
    ],
  } as const

  it('is rewound and goes on alike', async () => {
    const play = await simulator.play(scenario)
    await simulator.clock.advance('36 hours')
    const mark = simulator.snapshot()
    const goOn = async () => {
      await simulator.clock.advance('1 day')
      await get()
      await simulator.clock.advance('1 day')
      return String(play)
    }
    const first = await goOn()
    expect(play.unfired).toEqual([])
    simulator.restore(mark)
    expect(play.fired).toHaveLength(1)
    expect(await goOn()).toBe(first)
    simulator.reset()
    expect([simulator.plays, simulator.clock.pending(), play.fired, play.unfired]).toEqual([[], [], [], []])
  })

  it.each([
    ['a fork', (one: Simulator) => one.fork()],
    ['an imported world', (one: Simulator) => createSimulator({ world: checked(one.export()) })],
  ])('has the same future in %s', async (_, copyOf) => {
    const play = await simulator.play(scenario)
    await simulator.clock.advance('36 hours')
    const copy = copyOf(simulator)
    await copy.clock.advance('2 days')
    expect(copy.plays[0]?.fired.map(({ step, text }) => [step, text])).toEqual([
      [0, 'created Invoice 1'],
      [2, 'removed Invoice 1'],
    ])
    expect(play.fired).toHaveLength(1)
    await simulator.clock.advance('2 days')
    expect(JSON.stringify(simulator.plays)).toBe(JSON.stringify(copy.plays))
  })

  it('may be played twice, side by side', async () => {
    const first = await simulator.play(scenario)
    await simulator.clock.advance('1 hour')
    const second = await simulator.play(scenario)
    await simulator.clock.advance('4 days')
    await get()
    expect(first.fired.map(({ step, text }) => [step, text])).toEqual([
      [0, 'created Invoice 1'],
      [1, 'armed fault 1 on every request'],
      [2, 'removed Invoice 1'],
    ])
    expect(second.fired.map(({ step, text }) => [step, text])).toEqual([
      [0, 'created Invoice 2'],
      [2, 'removed Invoice 2'],
    ])
    expect(simulator.plays.map(({ id, name }) => [id, name])).toEqual([
      [1, 'two-days'],
      [2, 'two-days'],
    ])
  })

  it('tells people what became of it', async () => {
    const play = await simulator.play(scenario)
    await simulator.clock.advance('50 hours')
    expect(String(play)).toBe(
      [
        'Scenario two-days',
        '  2026-01-16T09:00:00.000Z  step 0  create invoices           ✓ created Invoice 1',
        '  2026-01-17T09:00:00.000Z  step 1  inject                    - armed fault 1 on every request, which has hit nothing',
        '  2026-01-18T09:00:00.000Z  step 2  remove invoices           - its time has not come',
      ].join('\n'),
    )
  })
})

describe('with a live clock', () => {
  it('a step acts at its own time, though others have become due meanwhile', async () => {
    const live = createSimulator({ clock: 'live', now: '2026-01-15T09:00:00Z' })
    const play = await live.play({
      name: 'live',
      steps: [
        { at: '10 ms', ...sold },
        { at: '20 ms', expect: { record: 'invoices', count: 1 } },
        { at: '30 ms', ...sold },
      ],
    })
    await pause(60)
    expect(live.records.invoices.count()).toBe(2)
    expect(play.fired.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
    live[Symbol.dispose]()
  })
})
