import type { Simulator, SubscriptionGroup } from 'accounting-simulator'
import { HOOKS, RECEIVER } from '../../../test/support/worlds/office'
import { customer, INVOICE, INVOICES } from '../../../test/support/worlds/shop'
import type { Stage } from '../stage'

const VISITS = [
  ...[
    'GET /public/v1/invoices/',
    'POST /public/v1/invoices/',
    'GET /public/v2/webhooks/',
    'GET /public/v1/bills/',
  ],
  ...['PUT /public/v1/invoices/1/', 'GET /public/health/', 'GET /public/v3-alpha/health/', 'GET /nothing'],
]
const GROUPS = ['invoices', 'bills', 'webhooks', 'contracts', 'nonsense']

/** Keys, subscriptions, locks, maintenance, custom fields and organisations, each followed by visits. */
export async function administration(stage: Stage): Promise<void> {
  const simulator = stage.open({
    apiKeys: [
      { key: 'test-api-key' },
      { key: 'reads', permissions: ['READ_ONLY'] },
      { key: 'b', organization: 'b' },
    ],
  })
  simulator.records.invoices.create(INVOICE)
  await visits(stage, simulator, 'test-api-key', 'reads', 'b', 'wrong', '', null)
  await keys(stage, simulator)
  await subscriptions(stage, simulator)
  await locks(stage, simulator)
  await customFields(stage, simulator)
  await organizations(stage, simulator)
  await stage.conclude(simulator)
  const bare = stage.open({ world: 'empty', now: '2025-06-30T23:59:59.500Z', seed: 'a text' })
  await visits(stage, bare, bare.apiKey)
  await stage.conclude(bare)
}

async function visits(stage: Stage, simulator: Simulator, ...keys: (string | null)[]): Promise<void> {
  for (const key of keys)
    for (const visit of VISITS) {
      const [method = '', path = ''] = visit.split(' ')
      await stage.ask(simulator, method, path, { key, ...(method !== 'GET' && { body: INVOICE }) })
    }
}

async function keys(stage: Stage, simulator: Simulator): Promise<void> {
  const { admin } = simulator
  for (const permissions of [['INTEGRATION'], ['READ_ONLY'], [], 'all'] as const) {
    const { key } = admin.keys.issue({ permissions, label: 'Issued', organization: 'org-1' })
    await visits(stage, simulator, key)
    admin.keys.revoke(key)
    await visits(stage, simulator, key)
  }
  stage.try(() => admin.keys.revoke('unknown'))
  stage.try(() => admin.keys.issue({ permissions: 'some' } as never))
}

async function subscriptions(stage: Stage, simulator: Simulator): Promise<void> {
  const { admin } = simulator
  for (const group of GROUPS) {
    stage.try(() => admin.subscriptions.lapse(group as SubscriptionGroup))
    await visits(stage, simulator, simulator.apiKey)
    stage.try(() => admin.subscriptions.renew(group as SubscriptionGroup))
  }
  admin.maintenance.start({ for: '10 minutes', retryAfter: 7 })
  await visits(stage, simulator, simulator.apiKey, 'wrong')
  await simulator.clock.advance('11 minutes')
  admin.maintenance.start()
  await visits(stage, simulator, simulator.apiKey)
  admin.maintenance.stop()
}

async function locks(stage: Stage, simulator: Simulator): Promise<void> {
  const { admin } = simulator
  admin.periods.lockThrough(1, '2026-01-31')
  stage.try(() => admin.periods.lockThrough(99, '2026-01-31'))
  stage.try(() => admin.periods.lockThrough(1, 'soon'))
  for (const date of ['2026-01-31', '2026-02-01']) {
    await stage.ask(simulator, 'POST', INVOICES, { body: { ...INVOICE, date } })
    await stage.ask(simulator, 'PUT', `${INVOICES}1/`, { body: { ...INVOICE, date } })
    await stage.ask(simulator, 'PUT', `${INVOICES}1/`, {
      body: { ...INVOICE, date, record_status: 'archived' },
    })
  }
  admin.periods.unlock(1)
}

async function customFields(stage: Stage, simulator: Simulator): Promise<void> {
  const { customFields: fields } = simulator.admin
  const applies_to = ['invoice', 'customer', 'journal_entry', 'bill']
  const TYPES = [
    'text',
    'number',
    'date',
    'boolean',
    'single_select',
    'multi_select',
    'link',
    'paragraph',
    'nonsense',
    'currency',
  ]
  const defined = TYPES.flatMap((field_type) => {
    const field = { name: field_type, field_type, applies_to, options: ['red', 'blue'] }
    return stage.try(() => fields.define(field as never)) ?? []
  })
  stage.try(() => fields.define({ name: '', field_type: 'text' as never, applies_to: [] }))
  stage.try(() => fields.define({ name: 'x', field_type: 'text' as never, applies_to: ['nobody' as never] }))
  const values = ['red', ['red', 'blue'], 'green', 3, '3.5', true, '2026-02-30', '2026-02-28', null, { a: 1 }]
  for (const { id, name } of defined)
    for (const value of values)
      for (const custom_fields of [{ [name]: value }, [{ id, value }], { [String(id)]: value }])
        await stage.ask(simulator, 'POST', INVOICES, { body: { ...INVOICE, custom_fields } })
  await stage.ask(simulator, 'GET', `${INVOICES}?limit=50&ordering=-id`)
}

async function organizations(stage: Stage, simulator: Simulator): Promise<void> {
  const other = simulator.organization('other')
  const key = other.apiKey
  await visits(stage, simulator, key)
  await stage.ask(simulator, 'POST', '/public/v2/customers/', { key, body: customer('Elsewhere') })
  await stage.ask(simulator, 'POST', HOOKS, {
    key,
    body: { url: RECEIVER, topics: ['core.invoice/created'] },
  })
  stage.try(() => other.records.invoices.create(INVOICE))
  await simulator.clock.advance('1 hour')
  void [other.webhooks.queue, other.webhooks.attempts]
  other.books.toJournal()
  stage.try(() => simulator.organization(''))
  await visits(stage, simulator, simulator.apiKey, key)
}
