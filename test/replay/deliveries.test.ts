import { type AssumptionOverrides, createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { sampled } from '../support/thorough'
import { paymentOf } from './payment-of'

const HOOKS = '/public/v2/webhooks/'
const invoice = (more: object = {}) => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '10.00', position: 1 }],
  ...more,
})

/** What a receiver answers to the first attempts; later ones succeed. */
type Answers = readonly [status: number, retryAfter?: number][]

/** The calls of a session with the service, and what the receiver of its webhook got. */
async function recorded(assumptions: AssumptionOverrides, answers: Answers = []) {
  // Other records than those of the replay, so that identifiers differ.
  const service = createSimulator({ assumptions, seed: 'the service' })
  for (let n = 0; n < 3; n += 1) service.records.invoices.create(invoice())
  service.make.customer()
  let count = 0
  service.webhooks.connect('https://hooks.example.com/', () => {
    const [status, wait] = answers[count++] ?? [200]
    return new Response(null, { status, headers: wait === undefined ? {} : { 'retry-after': String(wait) } })
  })
  const send = clientOf(service)
  const topics = ['core.invoice/created', 'core.invoice/updated', 'core.customerpayment/created']
  await send('POST', HOOKS, { url: 'https://hooks.example.com/here', topics })
  const call = async (...args: Parameters<typeof send>) => {
    const { body } = await send(...args)
    await service.clock.advance({ seconds: 5 })
    return body
  }
  const { number } = await call('POST', '/public/v1/invoices/', invoice())
  await call('POST', '/public/v1/invoices/', invoice({ record_status: 'draft' }))
  await call('PUT', `/public/v1/invoices/${number}/`, invoice({ memo: 'changed' }))
  await call('POST', '/public/v1/customer-payments/', paymentOf(number as number, '2026-01-15'))
  await service.clock.advance('3 hours')
  await call('GET', `/public/v1/invoices/${number}/`)
  return { calls: [...service.traffic], deliveries: [...service.webhooks.attempts] }
}

const failing: Answers = [[500], [200], [200], [200], [200], [503], [500]]

describe('deliveries agree', { timeout: 120_000 }, () => {
  test.each<[string, Answers]>([
    ['that succeed', []],
    ['that fail and are sent again', failing],
    ['that are slowed down', [[429, 600], [200]]],
    ['that a status stops', [[422], [200]]],
  ])('%s', async (_, answers) => {
    const { calls, deliveries } = await recorded({}, answers)
    expect(deliveries.length).toBeGreaterThan(4)
    const report = await replay([...calls, ...deliveries])
    expect(report).toMatchObject({
      exchanges: calls.length + deliveries.length,
      alike: calls.length + deliveries.length,
      differences: [],
      contradicted: [],
      undecided: [],
    })
  })

  test('of a webhook that was registered before the recording', async () => {
    const { calls, deliveries } = await recorded({}, failing)
    const report = await replay([...calls.slice(1), ...deliveries])
    expect(report.differences).toEqual([])
    expect(report.notCompared).toEqual([])
  })

  test('of events that began before the recording are not compared', async () => {
    const { calls, deliveries } = await recorded({}, failing)
    const begin = Date.parse(calls.at(0)?.at ?? '') + 30_000
    const later = [...calls, ...deliveries].filter(({ at }) => Date.parse(at) > begin)
    const report = await replay(later)
    expect(report.differences).toEqual([])
    expect(report.notCompared.map(({ why }) => why)).toEqual(
      later.slice(1).map(() => 'a delivery of an event that began before the recording'),
    )
  })

  test('without hiding how many tokens the calls around them spend', async () => {
    const assumptions = { 'ratelimit-scope': 'path' } as const
    const service = createSimulator({ assumptions, seed: 'the service' })
    service.webhooks.connect('https://hooks.example.com/', () => new Response())
    const send = clientOf(service)
    await send('POST', HOOKS, { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] })
    for (let n = 0; n < 2; n += 1) await send('POST', '/public/v1/invoices/', invoice())
    for (let n = 0; n < 10; n += 1) {
      await service.clock.advance({ milliseconds: 300 })
      await send('GET', `/public/v1/invoices/${1 + (n % 2)}/`)
    }
    const report = await replay([...service.traffic, ...service.webhooks.attempts])
    expect(report).toMatchObject({ assumptions, notCompared: [], left: [] })
  })

  test('as lines of JSON, with the names of another product and a network that takes its time', async () => {
    const { calls, deliveries } = await recorded({})
    const renamed = deliveries.map(({ at, request, response }) => ({
      at: new Date(Date.parse(at) + 1500).toISOString(),
      request: {
        method: 'POST',
        ...request,
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, text]) => [name.replace(/^service/i, 'Ledgers'), text]),
        ),
      },
      response,
    }))
    const lines = [...calls, ...renamed].map((one) => JSON.stringify(one)).join('\n')
    expect((await replay(lines)).differences).toEqual([])
  })
})

describe('deliveries contradict', { timeout: 240_000 }, () => {
  const TURNED: readonly [AssumptionOverrides, Answers][] = [
    [{ 'webhook-events': 'without-drafts' }, []],
    [{ 'webhook-object-id': 'internal-id' }, []],
    [{ 'webhook-retry-delays': 'hourly' }, failing],
    [{ 'webhook-receiver-429': 'ignore' }, [[429, 600], [200]]],
    [{ 'webhook-events': 'without-drafts', 'webhook-retry-delays': 'hourly' }, failing],
  ]
  test.each(sampled(TURNED, 2, 1))('%j', async (assumptions, answers) => {
    const { calls, deliveries } = await recorded(assumptions, answers)
    const report = await replay([...calls, ...deliveries])
    expect(report.contradicted.map(({ id, fits }) => [id, fits[0]])).toEqual(Object.entries(assumptions))
    expect(report.left).toEqual([])
  })

  test('the naming of objects, also where both names are equal here', async () => {
    const assumptions = { 'webhook-object-id': 'internal-id' } as const
    const service = createSimulator({ assumptions, seed: 'the service' })
    service.make.bill()
    service.webhooks.connect('https://hooks.example.com/', () => new Response())
    const send = clientOf(service)
    await send('POST', HOOKS, { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] })
    await send('POST', '/public/v1/invoices/', invoice())
    await service.clock.advance({ seconds: 5 })
    const report = await replay([...service.traffic, ...service.webhooks.attempts])
    expect(report).toMatchObject({ assumptions, left: [] })
  })

  test('nothing with a member that no option sets', async () => {
    const { calls, deliveries } = await recorded({})
    const other = deliveries.map((one) => ({
      ...one,
      request: { ...one.request, body: one.request.body.replace('{', '{"attempt":1,') },
    }))
    const report = await replay([...calls, ...other])
    expect(report.contradicted).toEqual([])
    expect(report.left).toHaveLength(deliveries.length)
    expect(String(report)).toContain('delivery core.invoice/created: attempt')
  })
})
