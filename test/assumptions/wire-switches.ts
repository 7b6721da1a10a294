import { invoice, type Stage, type SwitchStories } from './switch-story'

const PATH = '/public/v1/invoices/'

const statusOf = async ({ send }: Stage, method: string, path: string, body?: unknown): Promise<number> =>
  (await send(method, path, body)).status

const countOf = async ({ send }: Stage, query: string): Promise<unknown> => {
  const { body, errors } = await send('GET', `${PATH}?${query}`)
  return body.count ?? Object.keys(errors)
}

const key = { 'Idempotency-Key': 'once' }

const name = async ({ send }: Stage, query: string): Promise<unknown> =>
  (await send('GET', `/public/v1/customers/?${query}`)).body.count

/** Switches about requests, answers and lists (docs/service.md §5 to §10). */
export const wireSwitches: SwitchStories = {
  'trailing-slash': {
    tell: (stage) => statusOf(stage, 'GET', '/public/v1/invoices'),
    seen: [
      ['404', 404],
      ['accept', 200],
    ],
  },
  'health-status': {
    tell: async ({ send }) => (await send('GET', '/public/health/')).body.status,
    seen: [
      ['ok', 'ok'],
      ['pass', 'pass'],
    ],
  },
  'feature-402': {
    tell: (stage) => statusOf(stage, 'GET', PATH),
    seen: [
      [[], 200],
      [['invoices'], 402],
    ],
  },
  'malformed-body': {
    tell: (stage) => statusOf(stage, 'POST', PATH, '{"date":'),
    seen: [
      [400, 400],
      [422, 422],
    ],
  },
  'size-limits': {
    tell: (stage) => statusOf(stage, 'POST', PATH, JSON.stringify(invoice({ memo: 'x'.repeat(2000) }))),
    seen: [
      [{}, 200],
      [{ body: 1000 }, 400],
    ],
  },
  'put-replaces': {
    async tell({ simulator, send }) {
      simulator.records.invoices.create(invoice({ memo: 'first' }))
      return (await send('PUT', `${PATH}1/`, invoice())).body.memo
    },
    seen: [
      ['full-body', null],
      ['partial', 'first'],
    ],
  },
  'put-record-status': {
    async tell({ simulator, send }) {
      simulator.records.invoices.create(invoice({ record_status: 'draft' }))
      return (await send('PUT', `${PATH}1/`, invoice())).body.record_status
    },
    seen: [
      ['keep', 'draft'],
      ['posted', 'posted'],
    ],
  },
  'delete-response': {
    async tell({ send }) {
      const { status, text } = await send('DELETE', '/public/v1/customers/5/')
      return [status, text]
    },
    seen: [
      ['success-true', [200, '{"success":true}']],
      ['204', [204, '']],
    ],
  },
  'list-body': {
    tell: async ({ send }) => (await send('GET', PATH)).text,
    seen: [
      ['object', '{"items":[],"count":0}'],
      ['bare-array', '[]'],
    ],
  },
  'array-parameters': {
    tell: async (stage) => {
      for (const customer_id of [1, 2]) stage.simulator.records.invoices.create(invoice({ customer_id }))
      return countOf(stage, 'customer_id=1,2')
    },
    seen: [
      ['repeated', ['customer_id']],
      ['comma', 2],
    ],
  },
  'unknown-parameters': {
    tell: (stage) => countOf(stage, 'colour=red'),
    seen: [
      ['ignore', 0],
      ['422', ['colour']],
    ],
  },
  'list-statuses': {
    tell: (stage) => {
      stage.simulator.records.invoices.create(invoice({ record_status: 'draft' }))
      return countOf(stage, '')
    },
    seen: [
      ['all', 1],
      ['posted', 0],
    ],
  },
  'integration-sources': {
    tell: (stage) => countOf(stage, 'integration_sources=shop'),
    seen: [
      [[], 0],
      [['shop'], 0],
      [['till'], ['integration_sources']],
    ],
  },
  'text-filters': {
    tell: async (stage) => {
      const [first] = stage.simulator.records.customers.list().items
      const whole = first?.name ?? ''
      return [
        await name(stage, `name=${encodeURIComponent(whole.slice(1))}`),
        await name(stage, `name=${encodeURIComponent(whole)}`),
      ]
    },
    seen: [
      ['substring', [1, 1]],
      ['equality', [0, 1]],
    ],
  },
  'get-filters': {
    tell: (stage) => {
      stage.simulator.records.invoices.create(invoice())
      return statusOf(stage, 'GET', `${PATH}1/?customer_id=2`)
    },
    seen: [
      ['404', 404],
      ['ignored', 200],
    ],
  },
  'ratelimit-spend': {
    async tell({ send }) {
      for (let n = 0; n < 12; n += 1) await send('GET', PATH)
      for (let n = 0; n < 38; n += 1) await send('GET', OTHERS[n % OTHERS.length] ?? PATH)
      return (await send('GET', '/public/health/')).status
    },
    seen: [
      ['keep', 429],
      ['refund', 200],
    ],
  },
  'ratelimit-headers': {
    tell: async ({ send }) => (await send('GET', PATH)).headers.get('X-RateLimit-Limit'),
    seen: [
      ['fewest-tokens', '10'],
      ['aggregate', '50'],
    ],
  },
  'idempotency-stored': {
    async tell({ simulator, send }) {
      const first = (await send('POST', PATH, invoice({ customer_id: 6 }), key)).status
      simulator.records.customers.create({
        name: 'Late',
        email: '',
        address: '',
        country: '',
        phone: '',
        website: '',
      })
      return [first, (await send('POST', PATH, invoice({ customer_id: 6 }), key)).status]
    },
    seen: [
      ['2xx-404-422', [422, 422]],
      ['2xx', [422, 200]],
    ],
  },
  'idempotency-window': {
    async tell({ simulator, send }) {
      await send('POST', PATH, invoice(), key)
      await simulator.clock.advance('2 hours')
      return (await send('POST', PATH, invoice(), key)).body.number
    },
    seen: [
      [48, 1],
      [1, 2],
    ],
  },
  'idempotency-replay': {
    async tell({ send }) {
      await send('POST', PATH, invoice(), key)
      return (await send('POST', PATH, invoice(), key)).headers.get('Idempotent-Replayed')
    },
    seen: [
      [false, null],
      [true, 'true'],
    ],
  },
}

const OTHERS = ['bills', 'customers', 'vendors', 'items'].map((path) => `/public/v1/${path}/`)
