import { createSimulator, type Simulator, type TimelineEntry } from 'accounting-simulator'
import { withVirtualTime } from 'accounting-simulator/time'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'
import { template } from '../support/worlds/template'

type Kind = TimelineEntry['kind']
const of = <K extends Kind>(simulator: Simulator, kind: K): Extract<TimelineEntry, { kind: K }>[] =>
  simulator.timeline.filter((entry): entry is Extract<TimelineEntry, { kind: K }> => entry.kind === kind)

const HOOK = 'https://hooks.example.com/in'

async function hooked(simulator: Simulator): Promise<void> {
  const answer = await clientOf(simulator)('POST', '/public/v2/webhooks/', {
    url: HOOK,
    topics: ['core.invoice/created'],
  })
  expect(answer.status).toBe(201)
}

describe('causes', () => {
  it('names what caused each delivery: a request, a call, a step or work of the clock', async () => {
    const { simulator, send } = shop()
    await hooked(simulator)
    simulator.webhooks.connect(HOOK, () => new Response())
    await send('POST', INVOICES, INVOICE)
    simulator.records.invoices.create(INVOICE)
    await simulator.play({
      name: 'billing',
      steps: [{ create: { record: 'invoices', body: INVOICE } }],
    })
    await send('POST', '/public/v1/invoices/', { date: 'never' })
    simulator.records.recurringInvoices.create(template({ rrule: 'FREQ=MONTHLY' }))
    expect(simulator.webhooks.queue.map(({ cause }) => cause)).toEqual([2, 3, 4])
    await simulator.clock.advanceTo('2026-02-02T00:00:00Z')
    const { timeline } = simulator
    const causes = of(simulator, 'delivery').map(({ cause }) =>
      timeline.find(({ sequence }) => sequence === cause),
    )
    expect(causes.map((cause) => cause?.kind)).toEqual(['request', 'write', 'step', 'work'])
    expect(of(simulator, 'write')[0]?.record).toEqual({ type: 'invoices', id: 2 })
  })

  it('does not guess: what a fork inherited has no cause there; a factory is one cause of all that it makes', async () => {
    const { simulator, send } = shop()
    await hooked(simulator)
    await send('POST', INVOICES, INVOICE)
    expect(simulator.fork().webhooks.queue[0]?.cause).toBe(null)
    simulator.make.invoices(1)
    simulator.records.invoices.create(INVOICE)
    expect(simulator.webhooks.queue.map(({ cause }) => cause)).toEqual([2, 3, 4])
  })
})

describe('the timeline', () => {
  it('tells everything in order', async () => {
    const { simulator, send } = shop()
    await hooked(simulator)
    simulator.webhooks.connect(HOOK, () => new Response())
    simulator.records.invoices.create({ ...INVOICE, reference_number: 'R-1' })
    await simulator.play({
      name: 'rotation',
      steps: [{ at: '1 hour', admin: { call: 'keys.issue', with: { permissions: 'all' } }, as: 'next' }],
    })
    await simulator.clock.advance('2 hours')
    await send('POST', INVOICES, { ...INVOICE, reference_number: 'R-2' }, { 'Idempotency-Key': 'once' })
    const { timeline } = simulator
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'request',
      'write',
      'clock',
      'delivery',
      'step',
      'request',
    ])
    expect(timeline.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(timeline[0]).toBe(simulator.traffic[0])
    expect(timeline[5]).toBe(simulator.traffic[1])
    expect(timeline.since(4).map(({ kind }) => kind)).toEqual(['step', 'request'])
    const text = String(timeline)
    for (const words of [
      '2026-01-15\n',
      '#1 POST /public/v2/webhooks/',
      'records.invoices.create',
      'done  created Invoice 1',
      '#3 advance to 2026-01-15 11:00',
      `core.invoice/created to ${HOOK}`,
      'rotation steps[0]: admin',
      '#6 POST /public/v1/invoices/',
      '[reference "R-2", idempotency key once]',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain(simulator.apiKey)
  })

  it('tells writes with their arguments, also refused ones', () => {
    const { simulator } = shop()
    const body: Record<string, unknown> = { ...INVOICE }
    simulator.records.invoices.create(body as typeof INVOICE)
    body.memo = 'changed afterwards'
    simulator.admin.subscriptions.lapse('invoices')
    expect(() => simulator.records.invoices.update(9, INVOICE)).toThrow()
    expect(() => simulator.admin.keys.revoke('unknown')).toThrow()
    simulator.records.invoices.get(1)
    simulator.admin.rateLimits.buckets()
    expect(
      of(simulator, 'write').map(({ call, outcome, arguments: given }) => [call, outcome, given]),
    ).toEqual([
      ['records.invoices.create', 'done', [INVOICE]],
      ['admin.subscriptions.lapse', 'done', ['invoices']],
      ['records.invoices.update', 'refused', [9, INVOICE]],
      ['admin.keys.revoke', 'refused', ['unknown']],
    ])
  })

  it('tells what changed nothing', async () => {
    const { simulator, send } = shop(1)
    const own = (await send('GET', `${INVOICES}1/`)).body
    await send('PUT', `${INVOICES}1/`, own)
    await send('PUT', `${INVOICES}1/`, { ...INVOICE, memo: 'another' })
    const same: object = simulator.records.invoices.get(1)
    simulator.records.invoices.update(1, same as typeof INVOICE)
    simulator.records.invoices.update(1, INVOICE)
    simulator.admin.periods.unlock(1)
    const writes = simulator.timeline.filter(({ kind }) => kind === 'request' || kind === 'write').slice(2)
    expect(
      writes.map((entry) => [
        'changed' in entry && entry.changed,
        entry.kind === 'request' ? entry.why : 'text' in entry && entry.text,
      ]),
    ).toEqual([
      [false, 'updated Invoice 1; nothing changed'],
      [true, 'updated Invoice 1'],
      [false, 'updated Invoice 1; nothing changed'],
      [true, 'updated Invoice 1'],
      [false, 'done; nothing changed'],
    ])
    expect(String(simulator.timeline).match(/nothing changed/g)).toHaveLength(3)
  })

  it('tells what was made up, in one entry for each call', () => {
    const { simulator } = shop()
    simulator.make.customer({ name: 'Acme' })
    simulator.make.invoices(3, (index) => ({ reference_number: `R-${index}` }))
    simulator.make.terms(0)
    expect(() => simulator.make.invoice({ customer_id: 99 })).toThrow('make.invoice refused')
    expect(
      of(simulator, 'write').map(({ call, outcome, arguments: given, text }) => [call, outcome, given, text]),
    ).toEqual([
      ['make.customer', 'done', [{ name: 'Acme' }], expect.stringMatching(/^created Customer \d+$/)],
      ['make.invoices', 'done', [3, null], 'created Invoice 1 and 2 more'],
      ['make.terms', 'done', [0], 'done; nothing changed'],
      ['make.invoice', 'refused', [{ customer_id: 99 }], expect.stringContaining('customer_id')],
    ])
  })

  it('tells steps with arguments and results, and their writes once', async () => {
    const { simulator } = shop()
    const create = { record: 'invoices', body: INVOICE } as const
    await simulator.play({ name: 'day', steps: [{ create }, { remove: { record: 'invoices', id: 9 } }] })
    expect(of(simulator, 'step')).toMatchObject([
      {
        scenario: 'day',
        step: 0,
        action: 'create',
        arguments: create,
        outcome: 'done',
        text: 'created Invoice 1',
      },
      { scenario: 'day', step: 1, action: 'remove', outcome: 'refused' },
    ])
    expect(of(simulator, 'write')).toEqual([])
  })

  it('tells moves of the clock, and those for a program that waits as one', async () => {
    const { simulator } = shop()
    await simulator.clock.advance('1 day')
    const mark = simulator.snapshot()
    await withVirtualTime(simulator, async () => {
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 60_000))
    })
    simulator.restore(mark)
    expect(
      of(simulator, 'clock').map(({ move, from, to }) => [move, from.slice(8, 16), to?.slice(8, 16)]),
    ).toEqual([
      ['advance', '15T09:00', '16T09:00'],
      ['auto', '16T09:00', '16T09:03'],
      ['restore', '16T09:03', '16T09:00'],
    ])
  })

  it('tells the work of the clock, and what was skipped and why', async () => {
    const { simulator } = shop()
    simulator.records.recurringInvoices.create(template({ rrule: 'FREQ=MONTHLY' }))
    await simulator.clock.advance('20 days')
    expect(of(simulator, 'work')).toMatchObject([
      {
        work: 'recurrence',
        skipped: false,
        text: 'created Invoice 1',
        records: [{ type: 'invoices', id: 1 }],
      },
    ])
    simulator.admin.periods.lockThrough(1, '2026-12-31')
    await simulator.clock.advance('1 month')
    const skipped = of(simulator, 'work').at(-1)
    expect([skipped?.skipped, skipped?.text]).toEqual([
      true,
      expect.stringMatching(/^occurrence of RecurringInvoice \d+ for .*locked/i),
    ])
    expect(String(simulator.timeline)).toContain('skipped')
  })

  it('is bounded, and cleared by a reset', () => {
    const { simulator } = shop(0, { traffic: { entries: 20 } })
    for (let made = 0; made < 60; made += 1) simulator.records.invoices.create(INVOICE)
    expect(simulator.timeline.length).toBeLessThanOrEqual(20)
    expect(simulator.timeline.at(-1)?.sequence).toBe(60)
    simulator.reset()
    expect([simulator.timeline.length, String(simulator.timeline)]).toEqual([0, 'nothing happened so far'])
  })

  it('is no part of the world', () => {
    const { simulator } = shop(1)
    expect(JSON.stringify(simulator.export())).not.toContain('records.invoices.create')
    expect(simulator.fork().timeline).toHaveLength(0)
  })
})

describe('deliveries', () => {
  it('show the stack of a receiver that throws', async () => {
    const { simulator } = shop()
    await hooked(simulator)
    simulator.webhooks.connect(HOOK, function receiverOfMine() {
      throw new Error('no such table: invoices')
    })
    simulator.records.invoices.create(INVOICE)
    await simulator.webhooks.flush()
    const [delivery] = of(simulator, 'delivery')
    expect(delivery).toMatchObject({
      topic: 'core.invoice/created',
      url: HOOK,
      status: null,
      outcome: 'retry',
    })
    expect(delivery?.stack).toContain('receiverOfMine')
    expect(String(simulator.timeline)).toMatch(
      /no such table: invoices.*the receiver threw at .*timeline\.test/,
    )
  })

  it.each([
    [400, 'virtual', true],
    [401, 'virtual', true],
    [400, 'wall', false],
    [404, 'virtual', false],
    [200, 'virtual', false],
  ] as const)(
    'answered %i with timestamps %s: the age of the signature is told: %s',
    async (status, timestamps, is) => {
      const simulator = createSimulator({ now: '2020-01-01T00:00:00Z' })
      await hooked(simulator)
      simulator.webhooks.connect(HOOK, () => new Response('', { status }), { timestamps })
      simulator.records.invoices.create({ ...INVOICE, date: '2020-01-01' })
      await simulator.webhooks.flush()
      const told = [simulator.webhooks.attempts[0]?.why, of(simulator, 'delivery')[0]?.why]
      const age = /signed \d+ days ago by your clock; connect with timestamps: 'wall'/
      expect(told.map((why) => age.test(why ?? ''))).toEqual([is, is])
      expect(JSON.stringify(simulator.export())).not.toMatch(/by your clock/)
    },
  )
})

describe('the page', () => {
  it('is one escaped file without secrets', async () => {
    const { simulator, send } = shop()
    const nasty = '<script>alert("x")</script>'
    simulator.records.customers.create({
      name: nasty,
      email: '',
      address: '',
      country: 'US',
      phone: '',
      website: '',
    })
    await send('GET', `${INVOICES}?search=${encodeURIComponent(nasty)}`)
    await simulator.clock.advance('1 day')
    const html = simulator.timeline.toHtml()
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/(src|href)=/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain(simulator.apiKey)
    expect(html.match(/<li /g)).toHaveLength(3)
  })
})
