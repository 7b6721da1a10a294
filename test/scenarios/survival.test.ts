import { scenarios } from 'accounting-simulator/scenarios'
import { describe, expect, it, test } from 'vitest'
import { readBatch } from '../../examples/invoice-sync/batch'
import { survivalTable } from '../../examples/invoice-sync/demo-survival'
import { type CandidateName, putOnTrial, type Trial } from '../../examples/invoice-sync/demo-trial'
import { fresh } from '../docs/fresh'

const batch = await readBatch(new URL('../../examples/invoice-sync/data/', import.meta.url))

const trials = new Map<string, Promise<Trial>>()
/** Each is held once, however many look at it. */
function trial(candidate: CandidateName, name?: string): Promise<Trial> {
  const key = `${candidate} ${name}`
  const held = trials.get(key) ?? putOnTrial(candidate, scenarios[name ?? ''], batch)
  trials.set(key, held)
  return held
}

/** The failures of the naive integration, each for the scenario's own reason. */
const NAIVE: Readonly<Record<string, RegExp>> = {
  'rate-limit-storm': /customers, .* invoices, .* payments never arrived \(answered 429\)/,
  'tight-invoice-cap': /^28 invoices, 19 payments never arrived \(answered 429\)$/,
  'webhook-auto-disable': /^knows of 30 invoices by its webhook, there are 34$/,
  'webhook-duplicates-and-disorder': /^knows of \d+ invoices by its webhook, there are 30$/,
  'lost-response': /3 invoices, 2 payments reported as failed, yet there \(.*fetch.*\)$/,
  'flaky-network': /never arrived \(.*fetch.*\); .* reported as failed, yet there/,
  'slow-service':
    /never arrived; .* reported as failed, yet there \(The operation was aborted due to timeout\)/,
  'maintenance-window': /^\d+ invoices, 20 payments never arrived \(answered 503\)/,
  'revoked-key': /^24 invoices, 20 payments never arrived \(answered 403\)/,
  'subscription-lapsed': /^15 payments never arrived \(answered 402\)/,
  'idempotency-conflict': /payments never arrived \(answered 409\); 2 invoices reported as failed, yet there/,
  'page-drift': /^reports [\d.]+ USD due, it is [\d.]+; reports \d+ open invoices, there are \d+$/,
  'stale-reads': /reports nothing USD due, it is 5372\.59/,
  'api-evolution': /^knows of 0 invoices by its webhook, there are 3\d$/,
  'business-year': /^reports 178 open invoices, there are 166$/,
  'month-end-approval': /^3 payments never arrived \(answered 422\)/,
}

describe.each(Object.keys(scenarios))('%s', (name) => {
  it('is survived by the example integration, and all of it happens', async () => {
    const { complaints, play } = await trial('careful', name)
    expect(complaints).toEqual([])
    expect(play?.unfired).toEqual([])
    expect(play?.fired.filter(({ outcome }) => outcome !== 'done')).toEqual([])
  })

  it('is not survived by the naive one, for the right reason', async () => {
    const { complaints } = await trial('naive', name)
    expect(complaints.join('; ')).toMatch(NAIVE[name] ?? /there is a row for it here/)
  })
})

describe('an ordinary day', () => {
  it.each(['careful', 'naive'] as const)('is survived by the %s integration', async (name) => {
    expect((await trial(name)).complaints).toEqual([])
  })
})

describe('how the example survives', () => {
  it('webhook-auto-disable: it finds the webhook disabled and turns it on again', async () => {
    const { simulator } = await trial('careful', 'webhook-auto-disable')
    const patches = simulator.traffic.filter(({ request }) => request.method === 'PATCH')
    expect(patches.map(({ at, response }) => [at.slice(0, 10), response?.status])).toEqual([
      ['2026-01-21', 200],
    ])
  })

  it('idempotency-conflict: it meets the 409 and gets the first answer in the end', async () => {
    const { simulator } = await trial('careful', 'idempotency-conflict')
    const conflicts = simulator.traffic.filter(({ response }) => response?.status === 409)
    const inProgress = conflicts.filter(({ response }) => response?.body.includes('is in progress'))
    expect(inProgress.length).toBeGreaterThan(0)
    const keys = new Set(inProgress.map(({ request }) => request.headers['idempotency-key']))
    for (const key of keys) {
      const tries = simulator.traffic.filter(({ request }) => request.headers['idempotency-key'] === key)
      expect(tries.at(-1)?.response?.status).toBe(200)
      expect(tries.at(-1)?.why).toContain('replay')
    }
  })

  it('month-end-approval: the payments wait until the invoices are approved', async () => {
    const { simulator } = await trial('careful', 'month-end-approval')
    const late = simulator.traffic.filter(
      ({ at, request }) => at > '2026-01-31' && request.url.endsWith('/customer-payments/'),
    )
    const made = late.filter(({ request }) => request.method === 'POST')
    expect(made.map(({ response }) => response?.status)).toEqual([200, 200, 200])
  })
})

/** The first page of the project shows a few. */
const FEW = [
  'lost-response',
  'webhook-duplicates-and-disorder',
  'maintenance-window',
  'revoked-key',
  'page-drift',
]

test.each([
  ['examples/invoice-sync/README.md', undefined, 2],
  ['README.md', [undefined, ...FEW], 1],
])(
  'the table in %s is fresh (UPDATE=1 rewrites it)',
  async (page, rows, most) => fresh(page, 'survival', await survivalTable(trial, rows, most)),
  120_000,
)
