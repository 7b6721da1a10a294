import { invoice, outcomeOf, type Stage, type SwitchStories } from './switch-story'

const PATH = '/public/v1/invoices/'
const V2 = '/public/v2/invoices/'

const statusOf = async ({ send }: Stage, method: string, path: string, body?: unknown): Promise<number> =>
  (await send(method, path, body)).status

const customer = { name: 'New', email: 'a@b.example', address: '-', country: '-', phone: '-', website: '-' }
const key = { 'Idempotency-Key': 'once' }

/** The lines of a new invoice. */
const linesOf = async ({ send }: Stage, items: readonly object[]): Promise<Record<string, unknown>[]> =>
  (await send('POST', PATH, invoice({ items }))).body.items as Record<string, unknown>[]

/** Empties the endpoint bucket and returns the last answer. */
async function empty({ send }: Stage, path: string, times = 11) {
  for (let n = 1; n < times; n += 1) await send('GET', path)
  return send('GET', path)
}

/** Switches about requests, limits and keys that a recording is likely to speak of (docs/service.md §5 to §10). */
export const answerSwitches: SwitchStories = {
  'create-status': {
    tell: async (stage) => [
      await statusOf(stage, 'POST', PATH, invoice()),
      await statusOf(stage, 'POST', '/public/v1/customers/', customer),
    ],
    seen: [
      ['200-records-201-master-data', [200, 201]],
      ['201', [201, 201]],
      ['200', [200, 200]],
    ],
  },
  'operations-closed': {
    tell: (stage) => statusOf(stage, 'DELETE', PATH),
    seen: [
      ['405-or-404', 405],
      ['404', 404],
    ],
  },
  'v2-operations': {
    tell: async (stage) => [
      await statusOf(stage, 'GET', V2),
      await statusOf(stage, 'GET', '/public/v2/webhooks/'),
    ],
    seen: [
      ['as-described', [200, 200]],
      ['webhooks-only', [404, 200]],
    ],
  },
  'open-group-paths': {
    tell: (stage) => statusOf(stage, 'GET', '/public/v1/vendors/'),
    seen: [
      ['on', 200],
      ['off', 404],
    ],
  },
  'webhook-get-one': {
    async tell(stage) {
      const body = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
      const { uuid } = (await stage.send('POST', '/public/v2/webhooks/', body)).body
      return statusOf(stage, 'GET', `/public/v2/webhooks/${String(uuid)}/`)
    },
    seen: [
      ['on', 200],
      ['off', 404],
    ],
  },
  'check-order': {
    async tell({ send }) {
      await send('POST', PATH, invoice(), key)
      return (await send('POST', PATH, invoice(), key)).headers.get('X-RateLimit-Remaining')
    },
    seen: [
      ['limit-before-replay', '8'],
      ['replay-before-limit', null],
    ],
  },
  'order-of-checks': {
    tell: async ({ send }) => Object.keys((await send('POST', '/public/v1/customers/', {})).errors).length,
    seen: [
      ['staged', 6],
      ['first-error', 1],
    ],
  },
  'list-parameters': {
    tell: (stage) => statusOf(stage, 'GET', '/public/v1/items/?company_id=1'),
    seen: [
      ['nearest-or-422', 422],
      ['nearest-or-ignored', 200],
    ],
  },
  'ordering-values': {
    tell: (stage) => statusOf(stage, 'GET', `${PATH}?ordering=memo`),
    seen: [
      ['listed-or-422', 422],
      ['listed-or-id', 200],
    ],
  },
  'search-scope': {
    async tell({ simulator, send }) {
      simulator.records.invoices.create(invoice({ memo: 'urgent' }))
      return (await send('GET', `${PATH}?search=urgent`)).body.count
    },
    seen: [
      ['listed-members', 1],
      ['number-and-name', 0],
    ],
  },
  'ratelimit-scope': {
    async tell({ simulator, send }) {
      for (let n = 0; n < 2; n += 1) simulator.records.invoices.create(invoice())
      const remaining = []
      for (const path of [`${PATH}1/`, `${PATH}2/`, `${V2}1/`])
        remaining.push((await send('GET', path)).headers.get('X-RateLimit-Remaining'))
      return remaining
    },
    seen: [
      ['route-with-version', ['9', '8', '9']],
      ['route', ['9', '8', '7']],
      ['path', ['9', '9', '9']],
    ],
  },
  'ratelimit-cap': {
    tell: async ({ send }) => (await send('POST', V2, invoice())).headers.get('X-RateLimit-Limit'),
    seen: [
      ['burst-2', '2'],
      ['burst-1', '1'],
      ['off', '10'],
    ],
  },
  'ratelimit-retry-after': {
    tell: async (stage) => (await empty(stage, PATH)).headers.get('Retry-After'),
    seen: [
      ['until-one-token', '1'],
      ['until-full', '10'],
    ],
  },
  'ratelimit-wording': {
    async tell(stage) {
      for (let n = 0; n < 2; n += 1) await stage.send('POST', V2, invoice())
      const answers = [await empty(stage, PATH), await stage.send('POST', V2, invoice())]
      return answers.map(({ errors }) => errors.__all__?.[0]?.length)
    },
    seen: [
      ['by-kind', ['Too many requests'.length, 'Rate limit exceeded. Please try again later.'.length]],
      ['too-many-requests', [17, 17]],
      ['rate-limit-exceeded', [44, 44]],
    ],
  },
  'idempotency-scope': {
    async tell({ simulator, send }) {
      await send('POST', PATH, invoice(), key)
      const other = simulator.admin.keys.issue().key
      const byOther = await send('POST', PATH, invoice(), { ...key, 'X-API-KEY': other })
      return [byOther.body.number, (await send('POST', '/public/v1/customers/', customer, key)).status]
    },
    seen: [
      ['api-key', [2, 422]],
      ['organization', [1, 422]],
      ['operation', [2, 201]],
    ],
  },
  'idempotency-in-flight': {
    async tell({ simulator, send }) {
      simulator.faults.inject({ then: { delay: '1 minute' } })
      const first = send('POST', PATH, invoice(), key)
      const { status } = await send('POST', PATH, invoice(), key)
      await simulator.clock.advance('2 minutes')
      await first
      return status
    },
    seen: [
      [409, 409],
      [425, 425],
    ],
  },
  'idempotency-key-format': {
    async tell({ send }) {
      const keys = ['order 1', 'order-1', '0f8fad5b-d9cb-469f-a165-70867728950e']
      const statuses = []
      for (const name of keys)
        statuses.push((await send('POST', PATH, invoice(), { 'Idempotency-Key': name })).status)
      return statuses
    },
    seen: [
      ['visible-ascii', [400, 200, 200]],
      ['uuid', [400, 400, 200]],
      ['any', [200, 200, 200]],
    ],
  },
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
      const body = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
      await send('POST', '/public/v2/webhooks/', body)
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
      const body = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
      await send('POST', '/public/v2/webhooks/', body)
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
      const body = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
      await send('POST', '/public/v2/webhooks/', body)
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
