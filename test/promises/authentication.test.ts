import { createSimulator, type SubscriptionGroup } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { refusal } from '../support/client'
import { contentOf } from '../support/content'
import { judgedClientOf } from '../support/judged-client'
import { offersOf, WRITES } from '../support/offers'
import { everything } from '../support/subject'

const failed = refusal('__all__', 'API key authentication failed')
const health = ['GET', '/public/health/'] as const

describe('every operation wants a key', () => {
  const operations = [
    ...offersOf(everything).map(({ title, method, path }) => ({ title, method, path: path(1) })),
    { title: 'GET /public/health/', method: 'GET', path: '/public/health/' },
    { title: 'GET /public/v3-alpha/health/', method: 'GET', path: '/public/v3-alpha/health/' },
    { title: 'a path without operation', method: 'POST', path: '/public/v1/nothing/' },
    { title: 'a method without operation', method: 'PATCH', path: '/public/v1/items/' },
  ]
  it.each(operations)('$title', async ({ method, path }) => {
    const simulator = createSimulator()
    const before = contentOf(simulator, { replies: true })
    const body = method === 'GET' ? undefined : '{'
    const rows: [key: string | null, status: number, expected: unknown][] = [
      [null, 401, refusal('__all__', 'API key required')],
      ['guessed', 403, failed],
      ['TEST-API-KEY', 403, failed],
      ['__proto__', 403, failed],
    ]
    for (const [key, status, expected] of rows) {
      const answer = await judgedClientOf(simulator, key)(method, path, body, { 'Idempotency-Key': 'a b' })
      expect([answer.status, answer.body], String(key)).toEqual([status, expected])
    }
    expect(contentOf(simulator, { replies: true })).toEqual(before)
  })
})

describe('keys', () => {
  it('work from the moment they are issued until they are revoked', async () => {
    const simulator = createSimulator()
    const { key } = simulator.admin.keys.issue({ label: 'Night job' })
    const send = judgedClientOf(simulator, key)
    expect((await send(...health)).status).toBe(200)
    const created = await send('POST', '/public/v1/invoices/', {
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      items: [{ item_id: 1, quantity: 1, rate: 1 }],
    })
    expect(created.body.created_by).toMatchObject({ actor_type: 'api_key', first_name: 'Night job' })
    simulator.admin.keys.revoke(key)
    const refused = await send(...health)
    expect([refused.status, refused.body]).toEqual([403, failed])
  })

  it('are named in the header whatever its case', async () => {
    const simulator = createSimulator()
    const send = judgedClientOf(simulator, null)
    for (const name of ['x-api-key', 'X-API-KEY', 'X-Api-Key'])
      expect((await send(...health, undefined, { [name]: simulator.apiKey })).status).toBe(200)
    expect((await send(...health, undefined, { Authorization: `Bearer ${simulator.apiKey}` })).status).toBe(
      401,
    )
  })
})

describe('permissions', () => {
  const lacking = refusal('__all__', 'API key lacks the required permission')
  const operations = offersOf(everything)

  it.each(operations)('a key that may only read: $title', async ({ method, path, verb }) => {
    const simulator = createSimulator({ apiKeys: [{ key: 'reader', permissions: ['READ_ONLY'] }] })
    const answer = await judgedClientOf(simulator, 'reader')(
      method,
      path(1),
      method === 'GET' ? undefined : {},
    )
    if (!WRITES.includes(verb)) expect([200, 404]).toContain(answer.status)
    else expect([answer.status, answer.body]).toEqual([403, lacking])
  })

  it.each(operations)('a key without special permissions: $title', async ({ method, path }) => {
    const simulator = createSimulator({ apiKeys: [{ key: 'plain', permissions: [] }] })
    const answer = await judgedClientOf(simulator, 'plain')(
      method,
      path(1),
      method === 'GET' ? undefined : {},
    )
    expect(answer.status).not.toBe(403)
  })
})

describe('subscriptions', () => {
  const required = refusal('__all__', 'Subscription required for this feature')

  it.each(offersOf(everything))('402 while lapsed, and nothing else suffers: $title', async (offer) => {
    const simulator = createSimulator({ rateLimits: false })
    const send = judgedClientOf(simulator)
    const call = () => send(offer.method, offer.path(1), offer.method === 'GET' ? undefined : '{')
    simulator.admin.subscriptions.lapse(offer.definition.name as SubscriptionGroup)
    const refused = await call()
    expect([refused.status, refused.body]).toEqual([402, required])
    expect((await send(...health)).status).toBe(200)
    simulator.admin.subscriptions.renew(offer.definition.name as SubscriptionGroup)
    expect((await call()).status).not.toBe(402)
  })
})
