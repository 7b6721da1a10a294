import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { sampled } from '../support/thorough'
import { shopSession } from './shop-session'

// What the service does otherwise, and no assumption covers.
const services: [string, SimulatorOptions][] = [
  [
    'other texts',
    {
      answers: {
        texts: {
          '<Model> matching query does not exist': 'no <Model> was found',
          'At least one line item is required': 'Add a line',
          'Request body must be a JSON object': 'Expected an object',
        },
      },
    },
  ],
  ['amounts with one place', { answers: { amounts: 1 } }],
  ['amounts and rates as JSON numbers', { answers: { amounts: 'number', rates: 'number' } }],
  ['nulls left out', { answers: { absent: { nulls: true } } }],
  ['nulls left out, amounts cut', { answers: { amounts: 0, absent: { nulls: true } } }],
  ['a member left out', { answers: { absent: { members: { invoices: ['amount_due'] } } } }],
  ['a member of lines left out', { answers: { absent: { members: { invoices: ['items.rate'] } } } }],
  ['another status', { answers: { statuses: { 'POST /public/v1/invoices/': 202 } } }],
  ['members that nobody knew', { answers: { members: { invoices: { e_invoice: { status: null } } } } }],
]

test.each(sampled(services, 2))(
  '%s: the report has the options',
  { timeout: 120_000 },
  async (_, service) => {
    const { traffic } = await shopSession({ seed: 'the service', ...service })
    const report = await replay(traffic)
    expect(report.unexplained).not.toEqual([])
    expect({ ...report.options, ...report.left }).toEqual({ assumptions: {}, ...service })
    expect(String(report)).toContain('Options:\n  createSimulator({')
    expect((await replay(traffic, report.options)).differences).toEqual([])
  },
)

const rate = (burst: number, refillPerSecond: number) => ({ burst, refillPerSecond })
// The size of all buckets, or of one.
const sizes: [NonNullable<SimulatorOptions['rateLimits']>][] = [
  [{ endpoint: rate(20, 2) }],
  [{ endpoint: rate(5, 0.25) }],
  [{ routes: { 'GET /public/v1/invoices/': rate(20, 2) } }],
  [{ routes: { 'POST /public/v1/invoices/': rate(3, 0.5) } }],
]

test.each(sizes)('%j: the report has the bucket', { timeout: 120_000 }, async (rateLimits) => {
  const service = createSimulator({ rateLimits })
  const send = clientOf(service)
  for (let n = 0; n < 15; n += 1) {
    await send('GET', '/public/v1/invoices/')
    if (n % 5 === 0) await send('POST', '/public/v1/invoices/', {})
    await service.clock.advance({ milliseconds: 200 })
  }
  const { options, left } = await replay(service.traffic)
  expect({ options, left }).toEqual({ options: { assumptions: {}, rateLimits }, left: [] })
})

test('a habit of the service is one line of the report', { timeout: 120_000 }, async () => {
  const { traffic } = await shopSession({
    seed: 'the service',
    answers: { amounts: 1, absent: { nulls: true } },
  })
  const report = await replay(traffic)
  const [, section = ''] = String(report).split('No assumption explains these differences:\n')
  const lines = (section.split('\n\n')[0] ?? '').split('\n').filter((line) => line.includes('#'))
  expect(report.unexplained.length).toBeGreaterThan(100)
  expect(lines.map((line) => line.replace(/^.*?: |, such as .*/g, '')).sort()).toEqual([
    'decimals have another form',
    'members that are null are left out',
  ])
})

test('all of it at once, beside assumptions', { timeout: 120_000 }, async () => {
  const answers = {
    texts: { 'At least one line item is required': 'Add a line' },
    members: { customers: { vip: false } },
  }
  const assumptions = { 'list-body': 'bare-array', rounding: 'down' } as const
  const { traffic } = await shopSession({ seed: 'the service', answers, assumptions })
  const { options, left } = await replay(traffic)
  expect({ options, left }).toEqual({ options: { assumptions, answers }, left: [] })
})

test('what no option sets is left', async () => {
  const { traffic } = await shopSession({ seed: 'the service' })
  const recorded = traffic.map(({ at, request, response }) => ({
    at,
    request,
    response: {
      ...response,
      body: response?.body.replaceAll('"amount":', '"total":').replaceAll('"memo":""', '"memo":"-"'),
    },
  }))
  const { left, options } = await replay(recorded)
  expect(left.some(({ kind, where }) => kind === 'value' && where === 'memo')).toBe(true)
  expect(options.answers?.members?.invoices).toHaveProperty('total')
  expect(options.answers?.absent?.members?.invoices).toContain('amount')
})
