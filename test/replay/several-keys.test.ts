import { type AssumptionOverrides, createSimulator, type RateLimits } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'

const INVOICES = '/public/v1/invoices/'
const invoice = (reference_number: string): Json => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  reference_number,
  items: [{ item_id: 1, quantity: 1, rate: '10.00', position: 1 }],
})

const service = (assumptions: AssumptionOverrides = {}, rateLimits?: RateLimits) =>
  createSimulator({ assumptions, seed: 'the service', ...(rateLimits !== undefined && { rateLimits }) })

const once = { 'Idempotency-Key': 'order-1' }
const agrees = { differences: [], notCompared: [], contradicted: [], undecided: [], left: [] }

describe('a recording with several API keys', () => {
  test('each has limits and permissions of its own', async () => {
    const simulator = service()
    const { admin } = simulator
    const office = clientOf(simulator, admin.keys.issue({ label: 'office' }).key)
    const reports = clientOf(simulator, admin.keys.issue({ permissions: ['READ_ONLY'] }).key)
    await office('POST', INVOICES, invoice('R-1'))
    for (let n = 0; n < 8; n += 1) for (const send of [office, reports]) await send('GET', INVOICES)
    expect((await reports('POST', INVOICES, invoice('R-2'))).status).toBe(403)
    for (let n = 0; n < 4; n += 1) await reports('GET', INVOICES)
    const report = await replay(simulator.traffic)
    expect(report).toMatchObject({ ...agrees, keys: 2, alike: simulator.traffic.length })
    expect(String(report)).toContain('It has 2 API keys')
  })

  test('each spends tokens of its own', async () => {
    const assumptions = { 'ratelimit-scope': 'path' } as const
    const simulator = service(assumptions)
    for (let n = 0; n < 2; n += 1) simulator.records.invoices.create(invoice(`R-${n}`) as never)
    const senders = ['office', 'shop'].map((label) =>
      clientOf(simulator, simulator.admin.keys.issue({ label }).key),
    )
    for (let n = 0; n < 4; n += 1)
      for (const send of senders) for (const number of [1, 2]) await send('GET', `${INVOICES}${number}/`)
    expect(await replay(simulator.traffic)).toMatchObject({ assumptions, notCompared: [] })
  })

  test.each<[AssumptionOverrides]>([[{}], [{ 'idempotency-scope': 'organization' }]])(
    'an idempotency key that two of them used: %j',
    async (assumptions) => {
      const simulator = service(assumptions)
      for (const label of ['office', 'shop']) {
        const send = clientOf(simulator, simulator.admin.keys.issue({ label }).key)
        await send('POST', INVOICES, invoice('R-1'), once)
      }
      expect((await replay(simulator.traffic)).assumptions).toEqual(assumptions)
    },
  )

  test('one that never existed, and one that was revoked on the way', async () => {
    const simulator = service()
    const { key } = simulator.admin.keys.issue()
    const send = clientOf(simulator, key)
    await send('POST', INVOICES, invoice('R-1'))
    await clientOf(simulator, 'mistyped-key')('GET', INVOICES)
    simulator.admin.keys.revoke(key)
    await send('POST', INVOICES, invoice('R-2'))
    await clientOf(simulator)('GET', INVOICES)
    await clientOf(simulator, null)('GET', INVOICES)
    expect(await replay(simulator.traffic)).toMatchObject({ ...agrees, keys: 3 })
  })
})

test('larger buckets than here do not make a key forget its idempotency keys', async () => {
  const simulator = service({}, { endpoint: { burst: 40, refillPerSecond: 1 } })
  const send = clientOf(simulator)
  await send('POST', INVOICES, invoice('R-1'), once)
  for (let n = 0; n < 15; n += 1) await send('POST', INVOICES, invoice(`S-${n}`))
  await send('POST', INVOICES, invoice('R-1'), once)
  const report = await replay(simulator.traffic)
  expect(report).toMatchObject({ contradicted: [], undecided: [], left: [] })
  expect(report.options.rateLimits).toEqual({ endpoint: { burst: 40, refillPerSecond: 1 } })
})
