import type { Experiment } from 'accounting-simulator/explore'
import { editor } from './editor'
import { lister } from './lister'
import { mirror } from './mirror'
import { shop } from './shop'


/** Bugs of clients, each with an experiment whose calm run hides it. */
export const PLANTED: readonly (readonly [name: string, experiment: () => Experiment])[] = [
  ['idempotency key from time', () => shop({ habits: { key: (name) => `${name}-${Date.now()}` } })],
  ['idempotency key per attempt', () => shop({ habits: { key: (name, attempt) => `${name}-${attempt}` } })],
  [
    'idempotency key relied on for days',
    () => shop({ knows: 'disk', habits: { tries: 1 } }, { every: '3 days' }),
  ],
  [
    'retry with a changed body',
    () => shop({ knows: 'disk', habits: { tries: 1, body: (body) => ({ ...body, memo: `sent at ${Date.now()}` }) } }),
  ],
  [
    'retry without a body',
    () =>
      shop({
        forgets: (status) => status < 402 || status === 422,
        habits: { body: (body, attempt) => (attempt > 1 ? undefined : body) },
      }),
  ],
  ['paging by offset under drift', () => lister({ trustsOffsets: true })],
  ['dedupe by amount', () => shop({ knows: 'amount' })],
  ['events counted, not applied', () => mirror({ counts: true })],
  ['events applied out of order', () => mirror({ believesTopics: true })],
  ['acknowledged before stored', () => mirror({ answersFirst: true })],
  ['noted as seen before stored', () => mirror({ notesFirst: true })],
  ['done before sent', () => shop({ notesFirst: true })],
  ['float cents', () => shop({ floats: true })],
  [
    'swallowed 422',
    () =>
      shop({
        ignoresCustomerFailure: true,
        knows: 'disk',
        habits: { tries: 1, judge: (status) => (status === 422 ? 'done' : undefined) },
      }),
  ],
  [
    '409 in progress taken for a failure',
    () => shop({ habits: { judge: (status) => (status === 409 ? 'new name' : undefined) } }),
  ],
  ['cursor saved too early', () => lister({ movesCursorFirst: true })],
  ['no allowance for clocks', () => mirror({ tolerance: 5 })],
  ['signature not checked', () => mirror({ verifies: false, counts: true })],
  [
    'revoked key refreshed without repeating',
    () => shop({ knows: 'disk', habits: { judge: (status) => (status === 403 ? 'done' : undefined) } }),
  ],
  [
    'unbounded retry',
    () =>
      shop({
        habits: { tries: Number.POSITIVE_INFINITY, judge: (status) => (status === 403 ? 'again' : undefined) },
      }),
  ],
  ['gives up on 503', () => shop({ forgets: (status) => status >= 500, habits: { tries: 3 } })],
  ['lost update', () => editor({ overwrites: true })],
]

/** The same clients without their bugs. */
export const CORRECT: readonly (readonly [name: string, experiment: () => Experiment])[] = [
  ['shop', () => shop()],
  ['mirror', () => mirror()],
  ['lister', () => lister()],
  ['editor', () => editor()],
]
