import { invoice, outcomeOf, type Stage, type SwitchStories } from './switch-story'

const PATH = '/public/v1/invoices/'
const HOOK = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }

const statusOf = async ({ send }: Stage, method: string, path: string, body?: unknown): Promise<number> =>
  (await send(method, path, body)).status

const customer = { name: 'New', email: 'a@b.example', address: '-', country: '-', phone: '-', website: '-' }

/** The lines of a new invoice. */
const linesOf = async ({ send }: Stage, items: readonly object[]): Promise<Record<string, unknown>[]> =>
  (await send('POST', PATH, invoice({ items }))).body.items as Record<string, unknown>[]

/** Switches about what answers show, what bodies may say, and events (docs/service.md §1 to §4, §14). */
export const shapeSwitches: SwitchStories = {
  'amount-rendering': {
    tell: async (stage) => {
      const [line] = await linesOf(stage, [{ item_id: 1, quantity: 3, rate: '1.5' }])
      return [line?.quantity, line?.rate]
    },
    seen: [
      ['shortest', ['3', '1.5']],
      ['all-decimals', ['3.000000', '1.500000']],
    ],
  },
  'invoice-line-amounts': {
    async tell(stage) {
      const tax = { code: 'VAT', rate: 10 }
      const [line] = await linesOf(stage, [{ item_id: 1, quantity: 2, rate: '10', tax }])
      return [
        line?.net_amount,
        line?.tax_amount,
        line?.gross_amount,
        line?.amount,
        Object.keys(line?.tax ?? {})[0],
      ]
    },
    seen: [
      ['off', [undefined, undefined, undefined, undefined, undefined]],
      ['shown', ['20.00', '2.00', '22.00', '22.00', 'code']],
    ],
  },
  'remote-records': {
    async tell({ send }) {
      const items = [{ item_id: 1, quantity: 1, rate: 10, position: 1, classifications: [] }]
      const more = { currency_iso_4217_code: 'USD', exchange_rate: 1, memo: '', reference_number: '' }
      const { body } = await send('POST', '/public/v1/customer-credits/', invoice({ items, ...more }))
      return [body.number, body.integration_remote_records]
    },
    seen: [
      ['empty', [1, []]],
      ['left-out', [1, undefined]],
    ],
  },
  'header-classifications': {
    async tell({ simulator, send }) {
      const [first, second] = simulator.records.classificationLines.list().items
      const line = (entry?: { id: number; classification_id: number }) => ({
        item_id: 1,
        quantity: 1,
        rate: 10,
        classifications: entry ? [{ id: entry.classification_id, line_id: entry.id }] : [],
      })
      const counts = []
      for (const items of [
        [line(first), line(first)],
        [line(first), line(second)],
      ])
        counts.push(((await send('POST', PATH, invoice({ items }))).body.classifications as unknown[]).length)
      return counts
    },
    seen: [
      ['common-entries', [1, 0]],
      ['all-entries', [1, 2]],
      ['empty', [0, 0]],
    ],
  },
  'approval-values': {
    async tell({ simulator, send }) {
      simulator.records.invoices.create(invoice())
      const { approval_status } = (await send('GET', `${PATH}1/`)).body
      return [approval_status, (await send('GET', `${PATH}?approval_status=approved`)).body.count]
    },
    seen: [
      ['null-pending-approved-rejected', [null, 0]],
      ['approved-without-policy', ['approved', 1]],
    ],
  },
  'dates-strict': {
    tell: async ({ send }) => (await send('POST', PATH, invoice({ date: '2026-01-15T10:00:00Z' }))).body.date,
    seen: [
      ['YYYY-MM-DD', undefined],
      ['date-times-too', '2026-01-15'],
    ],
  },
  'required-strings': {
    tell: (stage) => statusOf(stage, 'POST', '/public/v1/customers/', { ...customer, phone: '' }),
    seen: [
      ['empty-accepted', 201],
      ['not-empty', 422],
    ],
  },
  'negative-values': {
    tell({ simulator }) {
      const items = [
        { item_id: 1, quantity: 2, rate: '10' },
        { item_id: 2, quantity: -1, rate: '5' },
      ]
      return outcomeOf(() => simulator.records.invoices.create(invoice({ items })).amount)
    },
    seen: [
      ['total-not-negative', '15.00'],
      ['never', { status: 422, errors: { items: ['Line 2: Input should be greater than or equal to 0'] } }],
    ],
  },
  'line-order': {
    tell: async (stage) =>
      (
        await linesOf(stage, [
          { item_id: 1, quantity: 1, rate: 1, position: 2 },
          { item_id: 2, quantity: 1, rate: 1, position: 1 },
        ])
      ).map(({ item_id }) => item_id),
    seen: [
      ['position', [2, 1]],
      ['body', [1, 2]],
    ],
  },
  'line-ids': {
    tell: (stage) => {
      const items = [{ id: 77, item_id: 1, quantity: 1, rate: 1 }]
      return statusOf(stage, 'POST', PATH, invoice({ items }))
    },
    seen: [
      ['422', 422],
      ['ignored', 200],
    ],
  },
  'header-defaults': {
    tell: async ({ send }) => Object.keys((await send('POST', PATH, invoice())).errors),
    seen: [
      ['company-and-customer', []],
      ['none', ['currency_iso_4217_code', 'exchange_rate']],
    ],
  },
  'tax-amount': {
    tell({ simulator }) {
      const tax = { code: 'VAT', rate: 10, amount: 3 }
      const items = [{ item_id: 1, quantity: 1, rate: 10, tax }]
      return simulator.records.invoices.create(invoice({ items })).amount
    },
    seen: [
      ['sent-or-computed', '13.00'],
      ['computed', '11.00'],
    ],
  },
  'customer-type': {
    tell: async ({ send }) => (await send('POST', '/public/v1/customers/', customer)).body.customer_type,
    seen: [
      ['company', 'company'],
      ['individual', 'individual'],
    ],
  },
  'webhook-object-id': {
    async tell({ simulator, send }) {
      simulator.records.bills.create({
        date: '2026-01-15',
        company_id: 1,
        vendor_id: 1,
        expenses: [{ account_number: 6000, quantity: 1, rate: 1 }],
      })
      await send('POST', '/public/v2/webhooks/', HOOK)
      simulator.records.invoices.create(invoice())
      await simulator.webhooks.flush()
      return JSON.parse(simulator.webhooks.attempts[0]?.request.body ?? '{}').object.id
    },
    seen: [
      ['item-path-identifier', 1],
      ['internal-id', 2],
    ],
  },
  'webhook-events': {
    async tell({ simulator, send }) {
      await send('POST', '/public/v2/webhooks/', HOOK)
      simulator.records.invoices.create(invoice({ record_status: 'draft' }))
      return simulator.webhooks.queue.length
    },
    seen: [
      ['derived-and-drafts', 1],
      ['without-drafts', 0],
    ],
  },
  'webhook-retry-delays': {
    async tell({ simulator, send }) {
      await send('POST', '/public/v2/webhooks/', HOOK)
      simulator.records.invoices.create(invoice())
      await simulator.webhooks.flush()
      return simulator.webhooks.queue[0]?.due
    },
    seen: [
      ['doubling', '2026-01-15T09:01:00.000Z'],
      ['hourly', '2026-01-15T10:00:00.000Z'],
    ],
  },
}
