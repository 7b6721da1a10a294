import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { itemsOf } from '../support/client'
import { groundOf } from '../support/ground'
import { judgedClientOf } from '../support/judged-client'
import { offersOf, WRITES } from '../support/offers'
import { sendable } from '../support/sendable'
import { everything } from '../support/subject'

/** Two organisations of one simulator: the records are those of the first, the client is the second's. */
const opened = () => {
  const ground = groundOf(everything)
  const other = ground.simulator.organization('other')
  return { ...ground, ground, other, foreign: judgedClientOf(ground.simulator, other.apiKey) }
}
const tablesOf = (ground: ReturnType<typeof opened>, organization: string) =>
  ground.simulator.export().tables[organization]

describe.each(offersOf(everything))('$title', (offer) => {
  const { definition, verb, method, path } = offer

  it('reaches nothing of another organisation', async () => {
    const all = opened()
    const { ground, foreign, make, idOf } = all
    // More records than the other organisation has, so that the last exists in the first only.
    const records = [0, 1].map((variant) => make(definition, { extent: 'full', variant }))
    const id = idOf(definition, records.at(-1) ?? {})
    const write = WRITES.includes(verb) && verb !== 'create' ? sendable(ground, offer) : undefined
    const before = tablesOf(all, 'org-1')
    if (verb === 'list') {
      const shown = itemsOf(await foreign('GET', path())).map((record) => idOf(definition, record))
      expect(shown).not.toContain(id)
    } else if (verb !== 'create') {
      const answer = await foreign(method, write?.path ?? path(id), write?.content())
      expect(answer.status).toBe(404)
      expect(answer.text).toBe((await foreign(method, path(99999999), write?.content())).text)
    }
    expect(tablesOf(all, 'org-1')).toEqual(before)
  })

  if (verb !== 'create') return

  // The other organisation has no documents to name.
  const namesDocuments = definition.settles !== undefined || definition.deposits !== undefined
  if (!namesDocuments)
    it('numbers and answers as if it were alone', async () => {
      const { ground, foreign, make } = opened()
      make(definition)
      make(definition)
      const alone = groundOf(everything)
      const sent = alone.body(definition)
      expect((await foreign(method, path(), sent)).text).toBe((await alone.send(method, path(), sent)).text)
      expect(ground.simulator.books.check()).toEqual([])
    })

  it('keeps idempotency keys apart', async () => {
    const { ground, send, foreign } = opened()
    const key = { 'Idempotency-Key': 'same' }
    const own = sendable(ground, offer)
    expect((await send(method, path(), own.content(), key)).status).toBe(offer.status)
    const answer = await foreign(method, path(), '{"name":1}', key)
    expect(answer.text).not.toContain('Idempotency key')
  })
})

describe('what else belongs to an organisation', () => {
  it('buckets: one key in need does not slow the other', async () => {
    const simulator = createSimulator()
    const [own, other] = [
      judgedClientOf(simulator),
      judgedClientOf(simulator, simulator.organization('other').apiKey),
    ]
    for (let i = 0; i < 11; i += 1) await own('GET', '/public/health/')
    expect((await own('GET', '/public/health/')).status).toBe(429)
    expect((await other('GET', '/public/health/')).headers.get('x-ratelimit-remaining')).toBe('9')
  })

  it('grants: an override of one is none of the other', async () => {
    const simulator = createSimulator()
    const other = simulator.organization('other')
    other.admin.rateLimits.override({ route: 'GET /public/health/', burst: 1, refillPerSecond: 1 })
    expect((await judgedClientOf(simulator)('GET', '/public/health/')).headers.get('x-ratelimit-limit')).toBe(
      '10',
    )
    expect(
      (await judgedClientOf(simulator, other.apiKey)('GET', '/public/health/')).headers.get(
        'x-ratelimit-limit',
      ),
    ).toBe('1')
  })

  it('subscriptions, keys, custom fields', async () => {
    const simulator = createSimulator()
    const other = simulator.organization('other')
    const send = judgedClientOf(simulator)
    other.admin.subscriptions.lapse('invoices')
    other.admin.customFields.define({ name: 'Region', field_type: 'text', applies_to: ['customer'] })
    expect((await send('GET', '/public/v1/invoices/')).status).toBe(200)
    expect((await judgedClientOf(simulator, other.apiKey)('GET', '/public/v1/invoices/')).status).toBe(402)
    expect(() => other.admin.keys.revoke(simulator.apiKey)).toThrow('is of organisation org-1')
    expect(
      (await send('PUT', '/public/v1/customers/1/', { custom_fields: [{ Region: 'North' }] })).status,
    ).toBe(422)
  })

  it('books', () => {
    const { ground, other } = opened()
    for (const definition of everything.definitions) ground.make(definition)
    expect(other.books.entries()).toEqual([])
    expect(other.books.trialBalance()).toEqual([])
    expect(ground.simulator.books.entries().length).toBeGreaterThan(0)
  })

  it('time is shared', async () => {
    const simulator = createSimulator()
    const other = judgedClientOf(simulator, simulator.organization('other').apiKey)
    await simulator.clock.advance('1 day')
    expect((await other('GET', '/public/health/')).body.timestamp).toBe('2026-01-16T09:00:00Z')
  })
})
