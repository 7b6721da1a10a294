import { refusal } from '../support/client'
import { invoice, type Stage, type SwitchStories } from './switch-story'

const PATH = '/public/v1/invoices/'
const V2 = '/public/v2/invoices/'

const statusOf = async ({ send }: Stage, method: string, path: string, body?: unknown): Promise<number> =>
  (await send(method, path, body)).status

const customer = { name: 'New', email: 'a@b.example', address: '-', country: '-', phone: '-', website: '-' }
const key = { 'Idempotency-Key': 'once' }
const NO_UUID = refusal('__all__', 'Idempotency key must be a UUID')

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
      const answers = []
      for (const name of keys) {
        const { status, body } = await send('POST', PATH, invoice(), { 'Idempotency-Key': name })
        answers.push(status === 400 ? body : status)
      }
      return answers
    },
    seen: [
      [
        'visible-ascii',
        [refusal('__all__', 'Idempotency key must be 1 to 255 visible ASCII characters'), 200, 200],
      ],
      ['uuid', [NO_UUID, NO_UUID, 200]],
      ['any', [200, 200, 200]],
    ],
  },
}
