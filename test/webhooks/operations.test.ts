import { describe, expect, it } from 'vitest'
import { itemsOf, refusal } from '../support/client'
import { table } from '../support/table'
import { HOOKS, INVOICES, Office, RECEIVER } from '../support/worlds/office'

/** docs/service.md §14.1 */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const NOBODY = `${HOOKS}00000000-0000-4000-8000-000000000000/`

describe('registration', () => {
  it('answers 201 with the secret', async () => {
    const { send } = new Office()
    const { status, body } = await send('POST', HOOKS, { url: RECEIVER, topics: [...INVOICES, ...INVOICES] })
    expect(status).toBe(201)
    expect(body).toEqual({
      uuid: expect.stringMatching(UUID),
      url: RECEIVER,
      topics: INVOICES,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9]{32}$/),
      is_active: true,
    })
  })

  it('is the only answer that tells the secret', async () => {
    const office = new Office()
    const hook = await office.register()
    const { send, simulator } = office
    office.sell()
    office.receive()
    await simulator.webhooks.flush()
    const later = [
      await send('GET', HOOKS),
      await send('GET', hook.path),
      await send('PATCH', hook.path, { is_active: false }),
      await send('PATCH', hook.path, { is_active: true, url: 'https://elsewhere.example.com/' }),
      await send('GET', `${hook.path}deliveries/`),
      await send('DELETE', hook.path),
      await send('GET', hook.path),
    ]
    for (const { text } of later) expect(text).not.toContain(hook.secret)
    expect(String(simulator.traffic)).toContain(`POST   ${HOOKS}`)
    expect(String(simulator.traffic)).not.toContain(hook.secret)
  })

  it('gives every webhook a secret of its own, which follow from the seed', async () => {
    const secretsOf = async (seed: number) => {
      const office = new Office({ seed })
      return [(await office.register()).secret, (await office.register()).secret]
    }
    const [one, two] = [await secretsOf(1), await secretsOf(2)]
    expect(new Set([...one, ...two]).size).toBe(4)
    expect(await secretsOf(1)).toEqual(one)
  })

  it('is replayed with an idempotency key and makes one webhook', async () => {
    const { send } = new Office()
    const register = () =>
      send('POST', HOOKS, { url: RECEIVER, topics: INVOICES }, { 'Idempotency-Key': 'k' })
    expect((await register()).text).toBe((await register()).text)
    expect((await send('GET', HOOKS)).body.count).toBe(1)
  })

  const BODIES: [string, unknown, Record<string, string[]>][] = [
    ['nothing', {}, { url: ['Field required'], topics: ['Field required'] }],
    ['no topics', { url: RECEIVER, topics: [] }, { topics: ['Field required'] }],
    [
      'a topic that does not exist',
      { url: RECEIVER, topics: ['core.invoice/paid'] },
      { topics: ['Unknown topic: core.invoice/paid'] },
    ],
    [
      'another case',
      { url: RECEIVER, topics: ['core.Invoice/created'] },
      { topics: ['Unknown topic: core.Invoice/created'] },
    ],
    [
      'one of two unknown',
      { url: RECEIVER, topics: ['core.invoice/created', '*'] },
      { topics: ['Unknown topic: *'] },
    ],
    [
      'a private address and a topic that does not exist',
      { url: 'https://10.0.0.1/', topics: ['*'] },
      { url: ['URL must be a public HTTPS URL'], topics: ['Unknown topic: *'] },
    ],
    [
      'a private address',
      { url: 'https://10.0.0.1/', topics: INVOICES },
      { url: ['URL must be a public HTTPS URL'] },
    ],
    [
      'wrong types',
      { url: 1, topics: 'core.invoice/created' },
      { url: ['Input should be a valid string'], topics: ['Input should be a valid list'] },
    ],
  ]
  it.each(BODIES)('%s is 422', async (_, body, errors) => {
    const { send } = new Office()
    const answer = await send('POST', HOOKS, body)
    expect([answer.status, answer.body]).toEqual([422, { success: false, errors }])
    expect((await send('GET', HOOKS)).body.count).toBe(0)
  })
})

describe('topics', () => {
  it('are listed by name, three for every model', async () => {
    const { send } = new Office()
    const answer = await send('GET', `${HOOKS}topics/`)
    expect(answer.status).toBe(200)
    const names = (answer.body as unknown as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([...INVOICES, 'core.customer/created', 'core.journalentry/deleted']),
    )
    expect(names).not.toContain('core.recurringinvoice/created')
    expect(names.every((name) => /^core\.[a-z]+\/(created|updated|deleted)$/.test(name))).toBe(true)
    expect(names.length % 3).toBe(0)
  })

  it('can all be subscribed to', async () => {
    const { send } = new Office()
    const { text } = await send('GET', `${HOOKS}topics/`)
    const topics = (JSON.parse(text) as { name: string }[]).map(({ name }) => name)
    expect((await send('POST', HOOKS, { url: RECEIVER, topics })).status).toBe(201)
  })
})

describe('reading, changing, deleting', () => {
  const shown = (uuid: string, more: object = {}) => ({
    uuid,
    url: RECEIVER,
    topics: INVOICES,
    is_active: true,
    disabled_at: null,
    disabled_reason: '',
    created_at: '2026-01-15T09:00:00Z',
    last_modified_at: '2026-01-15T09:00:00Z',
    ...more,
  })

  it('one and all, in the order of registration', async () => {
    const office = new Office()
    const hooks = [await office.register(), await office.register(), await office.register()]
    const [first] = hooks
    expect((await office.send('GET', first?.path ?? '')).body).toEqual(shown(first?.uuid ?? ''))
    expect((await office.send('GET', HOOKS)).body).toEqual({
      items: hooks.map(({ uuid }) => shown(uuid)),
      count: 3,
    })
    const page = await office.send('GET', `${HOOKS}?limit=1&offset=1`)
    expect(page.body).toEqual({ items: [shown(hooks[1]?.uuid ?? '')], count: 3 })
  })

  it('PATCH takes url and is_active', async () => {
    const office = new Office()
    const { uuid, path } = await office.register()
    await office.simulator.clock.advance('1 hour')
    const last_modified_at = '2026-01-15T10:00:00Z'
    const url = 'https://elsewhere.example.com/'
    expect((await office.send('PATCH', path, {})).body).toEqual(shown(uuid))
    expect((await office.send('PATCH', path, { url })).body).toEqual(shown(uuid, { url, last_modified_at }))
    const inactive = await office.send('PATCH', path, { is_active: false })
    expect([inactive.status, inactive.body]).toEqual([
      200,
      shown(uuid, { url, is_active: false, last_modified_at }),
    ])
  })

  it.each(
    table(`
      body                                      | errors
      {"url":"http://hooks.example.com/"}       | {"url":["URL must be a public HTTPS URL"]}
      {"url":"https://localhost/","is_active":false} | {"url":["URL must be a public HTTPS URL"]}
      {"url":null}                              | {"url":["Input should be a valid string"]}
      {"is_active":"yes"}                       | {"is_active":["Input should be a valid boolean"]}
      {"is_active":null}                        | {"is_active":["Input should be a valid boolean"]}
    `),
  )('PATCH $body changes nothing', async ({ body, errors }) => {
    const office = new Office()
    const { uuid, path } = await office.register()
    const answer = await office.send('PATCH', path, body)
    expect([answer.status, answer.errors]).toEqual([422, JSON.parse(errors)])
    expect((await office.send('GET', path)).body).toEqual(shown(uuid))
  })

  it('DELETE answers success; then there is no webhook, no log and nothing queued', async () => {
    const office = new Office()
    const { path } = await office.register()
    office.sell()
    const { simulator, send } = office
    expect((await send('DELETE', path)).text).toBe('{"success":true}')
    expect(simulator.webhooks.queue).toEqual([])
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}deliveries/`],
      ['PATCH', path],
      ['DELETE', path],
    ] as const) {
      const { status, body } = await send(method, at, method === 'PATCH' ? {} : undefined)
      expect([status, body]).toEqual([404, refusal('__all__', 'Webhook matching query does not exist')])
    }
    await simulator.clock.advance('10 days')
    expect(office.attempts).toEqual([])
  })

  it.each(
    table(`
      method  path                                     | status
      PUT     ${NOBODY}                                | 405
      POST    ${NOBODY}                                | 405
      DELETE  ${HOOKS}                                 | 405
      GET     ${NOBODY}                                | 404
      GET     ${HOOKS}1/                               | 404
      GET     ${HOOKS}00000000-0000-4000-8000-00000000000/  | 404
      POST    ${HOOKS}topics/                          | 405
      GET     /public/v1/webhooks/                     | 404
      GET     ${HOOKS}?limit=0                         | 400
      GET     ${HOOKS}?limit=101                       | 200
    `),
  )('$method $path answers $status', async ({ method, path, status }) => {
    expect(
      (await new Office().send(method, path, method === 'GET' || method === 'DELETE' ? undefined : {}))
        .status,
    ).toBe(Number(status))
  })
})

describe('the log', () => {
  it('has one entry for each event, newest first, in pages', async () => {
    const office = new Office()
    const hook = await office.register()
    office.receive(500, 200)
    for (const rate of ['1.00', '2.00', '3.00']) {
      office.sell(rate)
      await office.simulator.clock.advance('1 hour')
    }
    const answer = await office.send('GET', `${hook.path}deliveries/`)
    expect(answer.body.count).toBe(3)
    expect(itemsOf(answer).map(({ created_at, attempts }) => [created_at, attempts])).toEqual([
      ['2026-01-15T11:00:00Z', 1],
      ['2026-01-15T10:00:00Z', 1],
      ['2026-01-15T09:00:00Z', 2],
    ])
    expect(itemsOf(answer).at(-1)).toEqual({
      event_id: expect.any(String),
      topic: 'core.invoice/created',
      status: 'delivered',
      attempts: 2,
      response_status: 200,
      last_error: '',
      delivered_at: '2026-01-15T09:01:00Z',
      created_at: '2026-01-15T09:00:00Z',
    })
    const page = await office.send('GET', `${hook.path}deliveries/?limit=1&offset=2`)
    expect(page.body).toEqual({ items: itemsOf(answer).slice(2), count: 3 })
  })

  it.each(
    table(`
      after                | entries
      30 days              | 1
      30 days 1 second     | 0
    `),
  )('keeps what happened for 30 days: $after', async ({ after, entries }) => {
    const office = new Office()
    const hook = await office.register()
    office.receive(200)
    office.sell()
    await office.simulator.clock.advance(after)
    expect(await office.log(hook)).toHaveLength(Number(entries))
    expect(office.attempts).toHaveLength(Number(entries))
    office.sell()
    await office.simulator.webhooks.flush()
    expect(await office.log(hook)).toHaveLength(Number(entries) + 1)
  })

  it('gives back the memory of older entries', async () => {
    const office = new Office()
    await office.register()
    office.receive(200)
    for (let month = 0; month < 5; month += 1) {
      office.sell()
      await office.simulator.clock.advance('31 days')
    }
    const { webhookDeliveries, webhookAttempts } = office.simulator.export().tables['org-1'] ?? {}
    expect([webhookDeliveries?.length, webhookAttempts?.length]).toEqual([1, 1])
  })
})
