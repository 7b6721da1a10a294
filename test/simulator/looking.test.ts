import { createSimulator, isOptionError } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { internalsOf } from '../../src/simulator/internals-of'
import { clientOf } from '../support/client'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

describe('buckets', () => {
  it('are those that the keys have used, as they are now', async () => {
    const simulator = createSimulator()
    const send = clientOf(simulator)
    expect(simulator.admin.rateLimits.buckets()).toEqual([])
    await send('GET', INVOICES)
    await send('POST', '/public/v2/invoices/', INVOICE)
    const key = 'test-api-key'
    const label = 'test****-key'
    const endpoint = { key, label, kind: 'endpoint', burst: 10, refillPerSecond: 1, tokens: 9 }
    const fullIn = (seconds: number) => `2026-01-15T09:00:0${seconds}.000Z`
    const [get, post, cap, all] = simulator.admin.rateLimits.buckets()
    expect(get).toEqual({ ...endpoint, route: `GET ${INVOICES}`, fullAt: fullIn(1) })
    expect(post).toEqual({ ...endpoint, route: 'POST /public/v2/invoices/', fullAt: fullIn(1) })
    expect(cap).toMatchObject({ key, kind: 'cap', route: 'POST /public/v2/invoices/', burst: 2, tokens: 1 })
    expect(all).toEqual({
      key,
      label,
      kind: 'aggregate',
      route: null,
      burst: 50,
      refillPerSecond: 5,
      tokens: 48,
      fullAt: '2026-01-15T09:00:00.400Z',
    })
    await simulator.clock.advance('1 hour')
    expect(simulator.admin.rateLimits.buckets().map(({ tokens, burst }) => tokens === burst)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('are told apart by their keys, and each can be filled', async () => {
    const simulator = createSimulator()
    simulator.admin.keys.issue({ key: 'test-api-key-2' })
    await clientOf(simulator)('GET', INVOICES)
    for (let call = 0; call < 2; call += 1) await clientOf(simulator, 'test-api-key-2')('GET', INVOICES)
    const left = () => simulator.admin.rateLimits.buckets().map(({ key, tokens }) => `${key} ${tokens}`)
    const [first, second] = [
      ['test-api-key 9', 'test-api-key 49'],
      ['test-api-key-2 8', 'test-api-key-2 48'],
    ]
    expect(left()).toEqual([...first, ...second])
    internalsOf(simulator).refill('test-api-key')
    expect(left()).toEqual(second)
    internalsOf(simulator).refill('test-api-key-2')
    expect(left()).toEqual([])
  })

  it('of operations with parameters have their route, or their path where paths are counted', async () => {
    const routes = async (scope: 'path' | 'route-with-version') => {
      const simulator = createSimulator({ assumptions: { 'ratelimit-scope': scope } })
      const send = clientOf(simulator)
      const { number } = simulator.records.invoices.create(INVOICE)
      await send('GET', `${INVOICES}${number}/`)
      await send('PUT', `/public/v2/invoices/${number}/`, INVOICE)
      return simulator.admin.rateLimits.buckets().map(({ kind, route }) => `${kind} ${route}`)
    }
    expect(await routes('route-with-version')).toEqual([
      'endpoint GET /public/v1/invoices/{record_number}/',
      'endpoint PUT /public/v2/invoices/{record_number}/',
      'cap PUT /public/v2/invoices/{record_number}/',
      'aggregate null',
    ])
    expect(await routes('path')).toEqual([
      'endpoint GET /public/v1/invoices/1/',
      'endpoint PUT /public/v2/invoices/1/',
      'cap PUT /public/v2/invoices/1/',
      'aggregate null',
    ])
  })

  it('show overrides, and no other organisation', async () => {
    const simulator = createSimulator()
    await clientOf(simulator)('GET', INVOICES)
    simulator.admin.rateLimits.override({ burst: 100, refillPerSecond: 10 })
    const aggregate = simulator.admin.rateLimits.buckets().find(({ kind }) => kind === 'aggregate')
    expect(aggregate).toMatchObject({ burst: 100, refillPerSecond: 10, tokens: 99 })
    expect(simulator.organization('other').admin.rateLimits.buckets()).toEqual([])
  })

  it('are none without limits', async () => {
    const { simulator, send } = shop()
    await send('GET', INVOICES)
    expect(simulator.admin.rateLimits.buckets()).toEqual([])
    const limited = createSimulator()
    await clientOf(limited)('GET', INVOICES)
    const unlimited = createSimulator({ world: limited.export(), rateLimits: false })
    expect(unlimited.admin.rateLimits.buckets()).toEqual([])
  })
})

describe('webhooks', () => {
  const hook = { url: 'https://hooks.example.com/in?a=1', topics: ['core.invoice/created'] }

  it('show held deliveries with topic and body', async () => {
    const { simulator, send } = shop()
    await send('POST', '/public/v2/webhooks/', hook)
    expect(simulator.webhooks.isHeld).toBe(false)
    simulator.webhooks.hold()
    simulator.records.invoices.create(INVOICE)
    const [waiting] = simulator.webhooks.queue
    expect([simulator.webhooks.isHeld, waiting?.topic]).toEqual([true, 'core.invoice/created'])
    let sent = ''
    simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
      sent = await request.text()
      return new Response()
    })
    simulator.webhooks.release()
    await simulator.webhooks.flush()
    expect(sent).toBe(waiting?.body)
    expect(JSON.parse(sent)).toBeTypeOf('object')
  })

  it('list connections, the latest first', () => {
    const { simulator } = shop()
    const stop = simulator.webhooks.connect('https://a.example.com', () => new Response())
    simulator.webhooks.connect((url) => url.includes('hooks'), 'http://127.0.0.1:3000', {
      timestamps: 'wall',
    })
    const rule = { prefix: null, target: 'http://127.0.0.1:3000', timestamps: 'wall', isSuccessor: false }
    expect(simulator.webhooks.targets).toEqual([
      rule,
      { prefix: 'https://a.example.com/', target: null, timestamps: 'virtual', isSuccessor: false },
    ])
    stop()
    expect(simulator.webhooks.targets).toEqual([rule])
  })

  it('go by a rule of the host where no prefix matches', async () => {
    const { simulator, send } = shop()
    await send('POST', '/public/v2/webhooks/', hook)
    await send('POST', '/public/v2/webhooks/', { ...hook, url: 'https://other.example.org/x' })
    const heard: string[] = []
    const receiver = (name: string) => (request: Request) => {
      heard.push(`${name} ${request.url}`)
      return new Response()
    }
    simulator.webhooks.connect(() => true, receiver('rule'))
    simulator.webhooks.connect('https://hooks.example.com/', receiver('prefix'))
    simulator.records.invoices.create(INVOICE)
    await simulator.webhooks.flush()
    expect(heard.sort()).toEqual([
      'prefix https://hooks.example.com/in?a=1',
      'rule https://other.example.org/x',
    ])
  })

  it('refuse what selects nothing', () => {
    const { simulator } = shop()
    const refused = (() => {
      try {
        return simulator.webhooks.connect(7 as never, () => new Response())
      } catch (error) {
        return error
      }
    })()
    expect(isOptionError(refused) && refused.option).toBe('prefix')
  })
})

it('organizations() names them, the own one first', () => {
  const simulator = createSimulator()
  expect(simulator.organizations()).toEqual(['org-1'])
  expect(simulator.organization('acme').apiKey).not.toBe('')
  expect(simulator.organizations()).toEqual(['org-1', 'acme'])
})
