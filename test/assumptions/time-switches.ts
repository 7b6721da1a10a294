import { uuid5 } from '../webhooks/uuid5'
import { DAY, invoice, outcomeOf, type Stage, type SwitchStories } from './switch-story'

const URL_OF_HOOK = 'https://hooks.example.com/'
const WEBHOOKS = '/public/v2/webhooks/'

/** Registers a webhook whose receiver answers so, and makes an event for it. */
async function told({ simulator, send }: Stage, answer: () => Response | Promise<Response>): Promise<string> {
  simulator.webhooks.connect(URL_OF_HOOK, answer)
  const { body } = await send('POST', WEBHOOKS, { url: URL_OF_HOOK, topics: ['core.invoice/created'] })
  simulator.records.invoices.create(invoice())
  await simulator.webhooks.flush()
  return `${WEBHOOKS}${String(body.uuid)}/`
}

const isActive = async ({ send }: Stage, path: string): Promise<unknown> =>
  (await send('GET', path)).body.is_active

const template = (more: object = {}) => ({
  name: 'Rent',
  memo: 'Rent',
  date: '2026-02-01',
  company_id: 1,
  status: 'active' as 'active' | 'inactive',
  recurring_type: 'automatic' as const,
  rrule: 'FREQ=MONTHLY',
  record_payload: invoice(),
  ...more,
})

/** Switches about what happens later than it was asked for (docs/service.md §11.3, §11.6 and §14). */
export const timeSwitches: SwitchStories = {
  'approval-create': {
    tell({ simulator }) {
      simulator.records.approvalPolicies.create({
        record_type: 'invoice',
        name: 'All',
        steps: [{ approver_ids: [1] }],
      })
      return outcomeOf(() => simulator.records.invoices.create(invoice()).approval_status)
    },
    seen: [
      ['draft-pending', 'pending'],
      ['422', { status: 422, errors: { record_status: ['Approval is required'] } }],
    ],
  },
  'recurring-generation': {
    async tell({ simulator }) {
      simulator.records.recurringInvoices.create(template())
      await simulator.clock.advanceTo('2026-02-02T00:00:00Z')
      return simulator.records.invoices.get(1).record_status
    },
    seen: [
      ['payload-status', 'posted'],
      ['draft', 'draft'],
    ],
  },
  'recurring-inactive': {
    async tell({ simulator }) {
      const { recurringInvoices, invoices } = simulator.records
      recurringInvoices.create(template({ status: 'inactive' }))
      await simulator.clock.advanceTo('2026-03-15T00:00:00Z')
      recurringInvoices.update(1, template())
      await simulator.clock.advance('1 day')
      return invoices.count()
    },
    seen: [
      ['lost', 0],
      ['catch-up', 2],
    ],
  },
  'event-id-prefix': {
    async tell(stage) {
      await told(stage, () => new Response())
      return stage.simulator.webhooks.attempts[0]?.event_id
    },
    seen: [
      ['', uuid5('org-1|core.Invoice|1|created|1')],
      ['sandbox-7|', uuid5('sandbox-7|org-1|core.Invoice|1|created|1')],
    ],
  },
  'webhook-api-version': {
    async tell(stage) {
      await told(stage, () => new Response())
      return JSON.parse(stage.simulator.webhooks.attempts[0]?.request.body ?? '{}').api_version
    },
    seen: [
      ['2026-06-27', '2026-06-27'],
      ['2027-01-01', '2027-01-01'],
    ],
  },
  'delivery-log': {
    async tell(stage) {
      const path = await told(stage, () => new Response())
      await stage.simulator.clock.advance('2 days')
      return (await stage.send('GET', `${path}deliveries/`)).body.count
    },
    seen: [
      [30, 1],
      [1, 0],
    ],
  },
  'webhook-receiver-429': {
    async tell(stage) {
      await told(stage, () => new Response(null, { status: 429, headers: { 'Retry-After': '3600' } }))
      return stage.simulator.webhooks.queue[0]?.due
    },
    seen: [
      ['honour-when-longer', `${DAY}T10:00:00.000Z`],
      ['ignore', `${DAY}T09:01:00.000Z`],
    ],
  },
  'webhook-timeout': {
    async tell(stage) {
      stage.simulator.webhooks.connect(URL_OF_HOOK, () => new Promise<Response>(() => {}))
      await stage.send('POST', WEBHOOKS, { url: URL_OF_HOOK, topics: ['core.invoice/created'] })
      stage.simulator.records.invoices.create(invoice())
      await stage.simulator.clock.advance('1 minute')
      return stage.simulator.webhooks.queue[0]?.due
    },
    seen: [
      [10, `${DAY}T09:01:10.000Z`],
      [30, `${DAY}T09:01:30.000Z`],
    ],
  },
  'webhook-stop-status': {
    async tell(stage) {
      const path = await told(stage, () => new Response(null, { status: 422 }))
      await stage.simulator.clock.advance('6 days')
      stage.simulator.records.invoices.create(invoice())
      await stage.simulator.webhooks.flush()
      return isActive(stage, path)
    },
    seen: [
      ['counts', false],
      ['does-not-count', true],
    ],
  },
  'webhook-disable': {
    async tell(stage) {
      const path = await told(stage, () => new Response(null, { status: 500 }))
      await stage.simulator.clock.advance('3 days')
      return isActive(stage, path)
    },
    seen: [
      [5, true],
      [1, false],
    ],
  },
  'webhook-url': {
    tell: async ({ send }) =>
      (await send('POST', WEBHOOKS, { url: 'http://127.0.0.1:3000/', topics: ['core.invoice/created'] }))
        .status,
    seen: [
      ['https-public', 422],
      ['allow-loopback-http', 201],
    ],
  },
}
