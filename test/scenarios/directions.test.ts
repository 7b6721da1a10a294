import { createSimulator, type Simulator } from 'accounting-simulator'
import { beforeEach, describe, expect, it } from 'vitest'

let simulator: Simulator
beforeEach(() => {
  simulator = createSimulator()
})

const items = [{ item_id: 1, quantity: 1, rate: '100.00' }]
const invoice = { date: '2026-01-15', company_id: 1, customer_id: 1, items }
const sold = { create: { record: 'invoices', body: invoice } } as const

describe('webhooks', () => {
  it('are held, doubled, mixed and let go', async () => {
    await simulator.fetch('/public/v2/webhooks/', {
      method: 'POST',
      headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }),
    })
    const heard: number[] = []
    simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
      heard.push(((await request.json()) as { object: { id: number } }).object.id)
      return new Response()
    })
    await simulator.play({
      name: 'disorder',
      steps: [
        { webhooks: 'hold' },
        { at: '1 minute', repeat: { every: '1 minute', times: 4 }, ...sold },
        { at: '10 minutes', webhooks: 'duplicate' },
        { at: '11 minutes', webhooks: 'reorder' },
        { at: '12 minutes', webhooks: 'release' },
        { at: '20 minutes', webhooks: 'replay' },
      ],
    })
    await simulator.clock.advance('11 minutes')
    expect(heard).toEqual([])
    await simulator.clock.advance('2 minutes')
    expect([...heard].sort()).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
    expect(heard).not.toEqual([...heard].sort())
    await simulator.clock.advance('10 minutes')
    expect(heard).toHaveLength(12)
  })
})

describe('approvals', () => {
  const policy = {
    create: {
      record: 'approvalPolicies',
      body: {
        record_type: 'invoice',
        name: 'All invoices',
        company_ids: [],
        applies_to_all_companies: true,
        steps: [{ name: 'Controller', conditions: [], approver_ids: [1] }],
      },
    },
  } as const

  it('decide about all that is pending by then', async () => {
    const play = await simulator.play({
      name: 'approvals',
      steps: [
        policy,
        { repeat: { every: '1 hour', times: 3 }, ...sold },
        { at: '90 minutes', approvals: { approve: 'invoices' } },
        { at: '3 hours', approvals: { reject: 'invoices', reason: 'No order' } },
        { at: '4 hours', approvals: { approve: 'invoices' } },
      ],
    })
    await simulator.clock.advance('1 day')
    const { items } = simulator.records.invoices.list()
    expect(items.map((one) => [one.record_status, one.approval_status])).toEqual([
      ['posted', 'approved'],
      ['posted', 'approved'],
      ['draft', 'rejected'],
    ])
    expect(play.fired.flatMap(({ action, text }) => (action.startsWith('approvals') ? [text] : []))).toEqual([
      'approved 2 invoices',
      'rejected 1 invoices',
      'approved 0 invoices',
    ])
  })
})
