import { createSimulator, type Simulator, type TrafficEntry } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

const last = (simulator: Simulator): TrafficEntry => simulator.traffic.at(-1) as TrafficEntry

describe('the members of an entry', () => {
  it('name the operation as the OpenAPI document does', async () => {
    const { simulator, send } = shop(1)
    await send('GET', `${INVOICES}1/`)
    await send('GET', '/nowhere/')
    const { paths } = simulator.openapi()
    const [route, missing] = simulator.traffic.map((entry) => entry.route)
    expect([route, missing]).toEqual([`GET ${INVOICES}{record_number}/`, null])
    expect(paths[String(route).split(' ')[1] ?? '']).toHaveProperty('get')
  })

  it('number requests for good', async () => {
    const { simulator, send } = shop()
    const mark = simulator.snapshot()
    await send('GET', INVOICES)
    await send('GET', INVOICES)
    simulator.restore(mark)
    await send('GET', INVOICES)
    simulator.traffic.clear()
    await send('GET', INVOICES)
    simulator.reset()
    await send('GET', INVOICES)
    await send('GET', INVOICES)
    expect(simulator.traffic.map(({ sequence }) => sequence)).toEqual([7, 8])
    expect(simulator.traffic.since(7).map(({ sequence }) => sequence)).toEqual([8])
    expect(simulator.traffic.since(8)).toEqual([])
    expect(simulator.traffic.since(0)).toHaveLength(2)
  })

  it('since() finds its place after the oldest were dropped', async () => {
    const { simulator, send } = shop(0, { traffic: { entries: 10 } })
    for (let at = 0; at < 25; at += 1) await send('GET', INVOICES)
    expect(simulator.traffic.since(22).map(({ sequence }) => sequence)).toEqual([23, 24, 25])
  })

  it('count operations', async () => {
    const { simulator, send } = shop()
    await send('POST', INVOICES, INVOICE)
    await send('POST', INVOICES, INVOICE)
    await send('GET', `${INVOICES}1/`)
    await send('GET', '/nowhere/')
    expect(simulator.traffic.operations()).toEqual({
      [`POST ${INVOICES}`]: 2,
      [`GET ${INVOICES}{record_number}/`]: 1,
    })
  })

  it('tell keys apart without showing them', async () => {
    const simulator = createSimulator({
      apiKeys: [{ key: 'test-api-key' }, { key: 'nightly-key-1', label: 'Nightly' }],
    })
    for (const key of ['test-api-key', 'nightly-key-1', 'guessed-key-123', 'short', null])
      await clientOf(simulator, key)('GET', INVOICES)
    expect(simulator.traffic.map(({ key }) => key)).toEqual([
      'test****-key',
      'Nightly',
      'gues****-123',
      's****',
      null,
    ])
  })

  it('tell replays, and what a call changed', async () => {
    const { simulator, send } = shop(1)
    const key = { 'Idempotency-Key': 'once' }
    await send('POST', INVOICES, INVOICE, key)
    await send('POST', INVOICES, INVOICE, key)
    await send('GET', INVOICES)
    await send('POST', INVOICES, { ...INVOICE, customer_id: 999 })
    await send('POST', '/public/v2/webhooks/', {
      url: 'https://a.example.com/',
      topics: ['core.invoice/created'],
    })
    expect(simulator.traffic.map((entry) => [entry.idempotencyKey, entry.replayed, entry.changed])).toEqual([
      ['once', false, true],
      ['once', true, false],
      [null, false, false],
      [null, false, false],
      [null, false, true],
    ])
  })

  it('name the fault and what it hid', async () => {
    const { simulator, send } = shop()
    simulator.faults.inject({ on: `GET ${INVOICES}`, times: 9, then: { status: 500 } })
    simulator.faults.inject({ on: `POST ${INVOICES}`, then: { loseResponse: true } })
    await expect(send('POST', INVOICES, INVOICE)).rejects.toThrow(TypeError)
    const lost = last(simulator)
    expect([lost.fault, lost.changed, lost.reason.rule]).toEqual([2, true, 'done'])
    await send('GET', INVOICES)
    const failed = last(simulator)
    expect([failed.fault, failed.changed, failed.reason]).toEqual([
      1,
      false,
      { rule: 'fault', section: null },
    ])
  })

  it('are JSON', async () => {
    const { simulator, send } = shop()
    await send('POST', INVOICES, INVOICE)
    expect(JSON.parse(JSON.stringify(last(simulator)))).toEqual({ ...last(simulator) })
  })
})

describe('the reason as data', () => {
  const key = { 'Idempotency-Key': 'k' }
  const created = { type: 'invoices', id: 2 }

  it.each([
    ['POST', INVOICES, INVOICE, {}, { rule: 'done', section: '5', record: created, verb: 'create' }],
    ['GET', INVOICES, undefined, {}, { rule: 'done', section: '8' }],
    [
      'PUT',
      `${INVOICES}1/`,
      INVOICE,
      {},
      { rule: 'done', section: '5', record: { type: 'invoices', id: 1 }, verb: 'update' },
    ],
    [
      'GET',
      `${INVOICES}9/`,
      undefined,
      {},
      { rule: 'not-found', section: '7.4', record: { type: 'invoices', id: 9 } },
    ],
    ['POST', INVOICES, { ...INVOICE, items: 7 }, {}, { rule: 'validation', section: '7.4' }],
    [
      'POST',
      INVOICES,
      '{',
      { 'Content-Type': 'application/json' },
      { rule: 'body-not-json', section: '7.1' },
    ],
    ['GET', '/nowhere/', undefined, {}, { rule: 'no-operation', section: '5' }],
    ['DELETE', INVOICES, undefined, {}, { rule: 'method-not-allowed', section: '5.1' }],
    ['GET', INVOICES, undefined, { 'X-API-KEY': 'wrong' }, { rule: 'key-refused', section: '6' }],
    [
      'POST',
      INVOICES,
      INVOICE,
      { 'Idempotency-Key': 'a b' },
      { rule: 'idempotency-key-format', section: '10' },
    ],
  ] as const)('%s %s %j %j', async (method, path, body, headers, reason) => {
    const { simulator, send } = shop(1)
    await send(method, path, body, headers)
    const { text, ...rest } = last(simulator).reason
    expect(rest).toEqual(reason)
    // What is wrong, in words, is there for refusals.
    expect(text === undefined).toBe(reason.rule === 'done')
  })

  it('names what a fault did besides', async () => {
    const { simulator, send } = shop(1)
    simulator.faults.inject({ then: { lapseSubscription: true } })
    await send('GET', INVOICES)
    expect(last(simulator).reason).toEqual({
      rule: 'subscription',
      section: '6',
      text: 'org-1 has no subscription for invoices (docs/service.md §6)',
      lapsed: ['invoices'],
    })
    simulator.admin.subscriptions.renew('invoices')
    simulator.faults.inject({ then: { pageDrift: { remove: 1 } } })
    await send('GET', INVOICES)
    expect(last(simulator).reason.drifted).toEqual({ did: 'archived', type: 'invoices', ids: [1] })
    simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    await send('GET', '/public/v1/customers/')
    expect(last(simulator).reason.drifted).toMatchObject({ did: 'created', type: 'customers' })
  })

  it('names a stored reply', async () => {
    const { simulator, send } = shop()
    await send('POST', INVOICES, INVOICE, key)
    await send('POST', INVOICES, INVOICE, key)
    expect(last(simulator).reason).toEqual({ rule: 'idempotency-replay', section: '10' })
    await send('POST', INVOICES, { ...INVOICE, memo: 'other' }, key)
    expect(last(simulator).reason).toMatchObject({ rule: 'idempotency-key-reused', section: '10' })
  })

  it('names the empty bucket', async () => {
    const simulator = createSimulator()
    const send = clientOf(simulator)
    for (let at = 0; at < 11; at += 1) await send('GET', INVOICES)
    expect(last(simulator).reason).toMatchObject({
      rule: 'rate-limit',
      section: '9.1',
      bucket: `endpoint bucket of GET ${INVOICES}`,
    })
    for (let at = 0; at < 3; at += 1) await send('POST', '/public/v2/invoices/', INVOICE)
    expect(last(simulator).reason).toMatchObject({
      rule: 'rate-limit',
      section: '9.2',
      bucket: 'fixed cap of POST /public/v2/invoices/',
    })
  })

  it('names permission, subscription and maintenance', async () => {
    const { simulator, send } = shop()
    const { key: reader } = simulator.admin.keys.issue({ permissions: ['READ_ONLY'] })
    await clientOf(simulator, reader)('POST', INVOICES, INVOICE)
    simulator.admin.subscriptions.lapse('invoices')
    await send('GET', INVOICES)
    simulator.admin.maintenance.start()
    await send('GET', INVOICES)
    expect(simulator.traffic.map(({ reason }) => [reason.rule, reason.section])).toEqual([
      ['permission', '6'],
      ['subscription', '6'],
      ['maintenance', '7.2'],
    ])
  })
})

describe('assumptions', () => {
  const body = JSON.stringify(INVOICE)
  const post = (simulator: Simulator) =>
    simulator.fetch(INVOICES, {
      method: 'POST',
      headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body,
    })

  it('of one POST of an invoice are few, and those of its entry', async () => {
    const simulator = createSimulator()
    expect(simulator.assumptions.used()).toEqual([])
    await post(simulator)
    const used = simulator.assumptions.used()
    expect(used.length).toBeLessThanOrEqual(25)
    expect(used).toEqual(expect.arrayContaining(['create-status', 'idempotency-scope', 'instants']))
    expect(last(simulator).assumptions).toEqual(used)
  })

  it('are not changed by looking', async () => {
    const simulator = createSimulator()
    await post(simulator)
    const used = simulator.assumptions.used()
    const { invoices, customers } = simulator.records
    invoices.get(1)
    invoices.find(() => false)
    invoices.list({ search: 'x', ordering: '-date' })
    customers.list({ search: 'x' })
    invoices.count({ customer_id: 1 })
    const { books, clock, webhooks, admin } = simulator
    for (const look of [books.trialBalance, books.entries, books.assets, books.check, books.toJournal]) look()
    expect([clock.now, clock.next(), clock.pending(), clock.undone()]).toHaveLength(4)
    expect([webhooks.queue, webhooks.attempts, webhooks.targets, webhooks.isHeld]).toHaveLength(4)
    admin.rateLimits.buckets()
    simulator.openapi()
    simulator.assumptions.register()
    expect(String(simulator.traffic)).toContain('created Invoice 1')
    expect(simulator.assumptions.used()).toEqual(used)
  })

  it('are listed with their alternatives', () => {
    const register = createSimulator({ assumptions: { rounding: 'down' } }).assumptions.register()
    expect(register.find(({ id }) => id === 'rounding')).toEqual({
      id: 'rounding',
      section: '1.1',
      text: expect.any(String),
      default: 'half-away-from-zero',
      alternatives: ['half-away-from-zero', 'half-even', 'down'],
      value: 'down',
      used: false,
    })
  })

  it('say in words what a run rested on', () => {
    const simulator = createSimulator()
    simulator.make.customer({ name: 'Acorn' })
    const used = simulator.assumptions.register().filter((one) => one.used)
    expect(used.map(({ id }) => id).sort()).toEqual(simulator.assumptions.used())
    expect(used.length).toBeGreaterThan(0)
    for (const { section, text } of used) expect(`${section} ${text}`).toMatch(/^[\d.]+ \S.{20}/)
  })
})
