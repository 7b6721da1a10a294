import type { Experiment, KindName, Plan } from 'accounting-simulator/explore'
import { editor } from './editor'
import { lister } from './lister'
import { mirror } from './mirror'
import { shop } from './shop'

const request = (method: string, path: string, number: number, kind: KindName): Plan => [
  { on: `${method} /public/${path}`, request: number, attempt: 1, do: kind },
]
const delivery = (action: string, number: number, kind: KindName): Plan => [
  { on: `DELIVERY core.customer/${action}`, delivery: number, do: kind },
]

/** Bugs of clients, each with a plan that shows it and an experiment whose calm run hides it. */
export const PLANTED: readonly (readonly [name: string, plan: Plan, experiment: () => Experiment])[] = [
  [
    'idempotency key from time',
    request('POST', 'v1/invoices/', 1, 'lose'),
    () => shop({ habits: { key: (name) => `${name}-${Date.now()}` } }),
  ],
  [
    'idempotency key per attempt',
    request('POST', 'v1/invoices/', 1, 'lose'),
    () => shop({ habits: { key: (name, attempt) => `${name}-${attempt}` } }),
  ],
  [
    'idempotency key relied on for days',
    request('POST', 'v1/invoices/', 1, 'lose'),
    () => shop({ knows: 'disk', habits: { tries: 1 } }, { every: '3 days' }),
  ],
  [
    'retry with a changed body',
    request('POST', 'v1/invoices/', 1, 'lose'),
    () =>
      shop({
        knows: 'disk',
        habits: { tries: 1, body: (body) => ({ ...body, memo: `sent at ${Date.now()}` }) },
      }),
  ],
  [
    'retry without a body',
    request('POST', 'v1/invoices/', 1, 'cut'),
    () =>
      shop({
        forgets: (status) => status < 402 || status === 422,
        habits: { body: (body, attempt) => (attempt > 1 ? undefined : body) },
      }),
  ],
  [
    'paging by offset under drift',
    request('GET', 'v1/invoices/', 1, 'shift'),
    () => lister({ trustsOffsets: true }),
  ],
  ['dedupe by amount', request('POST', 'v1/invoices/', 1, 'crash-after'), () => shop({ knows: 'amount' })],
  ['events counted, not applied', delivery('created', 1, 'delivery-unheard'), () => mirror({ counts: true })],
  [
    'events applied out of order',
    delivery('updated', 1, 'delivery-lost'),
    () => mirror({ believesTopics: true }),
  ],
  [
    'acknowledged before stored',
    request('GET', 'v2/customers/{}/', 1, 'lose'),
    () => mirror({ answersFirst: true }),
  ],
  [
    'noted as seen before stored',
    request('GET', 'v2/customers/{}/', 1, 'lose'),
    () => mirror({ notesFirst: true }),
  ],
  ['done before sent', request('POST', 'v1/invoices/', 1, 'crash'), () => shop({ notesFirst: true })],
  ['float cents', request('POST', 'v1/invoices/', 2, 'lose'), () => shop({ floats: true })],
  [
    'swallowed 422',
    request('POST', 'v1/customers/', 1, 'lose'),
    () =>
      shop({
        ignoresCustomerFailure: true,
        knows: 'disk',
        habits: { tries: 1, judge: (status) => (status === 422 ? 'done' : undefined) },
      }),
  ],
  [
    '409 in progress taken for a failure',
    request('POST', 'v1/invoices/', 1, 'slow'),
    () => shop({ habits: { judge: (status) => (status === 409 ? 'new name' : undefined) } }),
  ],
  [
    'cursor saved too early',
    request('GET', 'v1/invoices/', 1, 'crash-after'),
    () => lister({ movesCursorFirst: true }),
  ],
  [
    'no allowance for clocks',
    request('POST', 'v2/webhooks/', 1, 'clock-ahead'),
    () => mirror({ tolerance: 5 }),
  ],
  [
    'signature not checked',
    delivery('created', 1, 'delivery-forged'),
    () => mirror({ verifies: false, counts: true }),
  ],
  [
    'revoked key refreshed without repeating',
    request('POST', 'v1/customers/', 1, 'revoke'),
    () => shop({ knows: 'disk', habits: { judge: (status) => (status === 403 ? 'done' : undefined) } }),
  ],
  [
    'unbounded retry',
    request('POST', 'v1/customers/', 1, 'revoke'),
    () =>
      shop({
        habits: {
          tries: Number.POSITIVE_INFINITY,
          judge: (status) => (status === 403 ? 'again' : undefined),
        },
      }),
  ],
  [
    'takes three answers of 503 for a refusal',
    request('POST', 'v1/invoices/', 1, 'maintenance'),
    () => shop({ forgets: (status) => status >= 500, habits: { tries: 3 } }),
  ],
  ['lost update', request('PUT', 'v1/customers/{}/', 1, 'other-edits'), () => editor({ overwrites: true })],
]

/** The same clients without their bugs. */
export const CORRECT: readonly (readonly [name: string, experiment: () => Experiment])[] = [
  ['shop', () => shop()],
  ['mirror', () => mirror()],
  ['lister', () => lister()],
  ['editor', () => editor()],
]
