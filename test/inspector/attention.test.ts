import { expect, it } from 'vitest'
import { attentionOf, keyOf, type Looked } from '../../src/tools/inspector/attention'
import { entryLine, type Line } from '../../src/tools/inspector/entries'
import { recordTitle } from '../../src/tools/inspector/record-columns'
import { triesOf } from '../../src/tools/inspector/tries'

const POST = 'POST /in/'

/** Requests with these ends, a status or an outcome, one after the other. */
const lines = (...ends: readonly (readonly [call: string, end: number | string, why?: string])[]): Line[] =>
  ends.map(([call, end, why = ''], at) => {
    const [method = '', path] = call.split(' ')
    const response = typeof end === 'number' ? { status: end, headers: {}, body: null } : null
    return entryLine({
      sequence: at + 1,
      at: `2026-01-15T09:00:0${at}.000Z`,
      kind: 'request',
      outcome: typeof end === 'number' ? 'answered' : end,
      request: { method, url: `https://accounting.test${path}`, headers: {}, body: null },
      response,
      why,
    })
  })

const QUIET = { seen: 0, broken: [], webhooks: [], waiting: [], faults: [] } as const
const told = ({ lines: all = [], ...given }: Partial<Looked>): string[] =>
  attentionOf({ ...QUIET, lines: all, tries: triesOf()(all), ...given }).map(({ what, text, why }) =>
    [what, text, why].filter((part) => part !== '').join(' | '),
  )

it('two webhooks with one address and two findings at one record are told apart', () => {
  const hook = (uuid: string) => ({
    url: 'https://d.example.com',
    uuid,
    is_active: false,
    disabled_at: null,
    missed: 0,
  })
  const finding = (text: string) => ({ invariant: 'balanced', where: 'org-1, invoice 1', text })
  const all = attentionOf({
    ...QUIET,
    lines: [],
    tries: new Map(),
    webhooks: [hook('a'), hook('b')],
    broken: [finding('one'), finding('two')] as unknown as Looked['broken'],
  })
  expect(new Set(all.map(keyOf)).size).toBe(4)
})

const refused = entryLine({
  sequence: 2,
  at: '2026-01-15T09:00:00.000Z',
  kind: 'request',
  key: 'Shop',
  outcome: 'answered',
  request: { method: 'GET', url: 'https://accounting.test/in/', headers: {}, body: null },
  response: { status: 429, headers: {}, body: null },
  reason: { bucket: 'aggregate bucket' },
})
const HOOK = 'https://d.example.com'
const about = (kind: string, given: object): Line =>
  entryLine({ sequence: 1, at: '2026-01-15T09:00:00.000Z', kind, url: HOOK, ...given })
const sent = (times: number): Line[] => Array(times).fill(about('delivery', { outcome: 'failed' }))
const activated = about('webhook', { webhook_uuid: 'd', change: 'reactivated' })
const FAILING = {
  ...{ url: HOOK, uuid: 'd', is_active: true, disabled_at: null, missed: 0 },
  failing: { attempts: 3, since: '2026-01-15T08:00:00.000Z' },
  last: { at: '2026-01-15T09:00:00.000Z', response: null },
}

it.each([
  [{}, []],
  [{ lines: lines([POST, 200], ['GET /in/', 'held']) }, []],
  [
    { lines: lines([POST, 422, 'memo: too long'], [POST, 200]) },
    ['First error | #1 POST /in/ 422 | memo: too long'],
  ],
  [
    { lines: lines([POST, 422, 'a'], ['GET /in/', 404], ['GET /other/', 403]) },
    ['First error | #1 POST /in/ 422 | a; 2 more after it'],
  ],
  // A fault may answer 429, too.
  [
    { lines: [...lines([POST, 429]), refused, refused] },
    [
      'First error | #1 POST /in/ 429 | 2 more after it',
      'Not tried again | #2 GET /in/ 429 | 2 more before it',
      'Refused by limits | 2 requests | last Thu 15 Jan, 09:00:00, key Shop, aggregate bucket',
    ],
  ],
  [
    { lines: lines([POST, 422, 'a'], [POST, 422, 'b']), forgotten: 3 },
    ['First error still known | #1 POST /in/ 422 | a; 1 more after it'],
  ],
  [
    { lines: lines([POST, 422, 'a'], [POST, 422, 'b']), forgotten: 3, seen: 1 },
    ['First error | #2 POST /in/ 422 | b'],
  ],
  // A client that tried again until it worked has not given up.
  [{ lines: lines([POST, 503, 'fault 1'], [POST, 200]) }, ['First error | #1 POST /in/ 503 | fault 1']],
  [
    { lines: lines([POST, 503, 'fault 1'], [POST, 429, 'bucket']) },
    [
      'First error | #1 POST /in/ 503 | fault 1; 1 more after it',
      'Not tried again | #2 POST /in/ 429 | bucket',
    ],
  ],
  [
    { lines: lines(['GET /a/', 'lost'], ['GET /b/', 'aborted'], [POST, 200]) },
    [
      'First error | #1 GET /a/ lost | 1 more after it',
      'Not tried again | #2 GET /b/ aborted | 1 more before it',
    ],
  ],
  [{ lines: lines([POST, 503]), seen: 1 }, []],
  [{ lines: lines([POST, 503], [POST, 200], ['GET /b/', 404]), seen: 1 }, ['First error | #3 GET /b/ 404']],
  [
    { broken: [{ invariant: 'balanced', where: 'invoices 1', text: '1.00 is missing' }] },
    ['Books | balanced, invoices 1 | 1.00 is missing'],
  ],
  [
    {
      webhooks: [
        { url: 'https://a.example.com', is_active: true, disabled_at: null, missed: 3 },
        { url: 'https://b.example.com', is_active: false, disabled_at: '2026-01-20T16:00:00Z', missed: 131 },
        { url: 'https://c.example.com', is_active: false, disabled_at: null, missed: 0 },
      ],
    },
    [
      'Webhook disabled | https://b.example.com | Tue 20 Jan, 16:00:00, because its receiver failed for too long; events that it missed: 131',
      'Webhook disabled | https://c.example.com | by a request',
    ],
  ],
  // The timeline may have what the log of deliveries has no more.
  [
    {
      webhooks: [
        {
          ...{ url: HOOK, is_active: false, disabled_at: '2026-01-20T16:00:00Z', missed: 0 },
          forgotten: { before: '2026-02-18T09:00:00.000Z', attempts: 258, failed: 258, missed: 12 },
        },
      ],
    },
    [
      `Webhook disabled | ${HOOK} | Tue 20 Jan, 16:00:00, because its receiver failed for too long; ` +
        'too old to be sent (§14.4): 12',
    ],
  ],
  // Attempts from before it was active again count no more.
  [{ webhooks: [FAILING], lines: [...sent(2), activated, ...sent(1)] }, []],
  [
    { webhooks: [FAILING], lines: [...sent(1), activated, ...sent(2)] },
    [`Webhook fails | ${HOOK} | 2 attempts failed since Thu 15 Jan, 09:00:00; the last answer: none`],
  ],
  [
    {
      faults: [
        { id: 1, on: 'GET /a/', hits: 1 },
        { id: 2, on: 'GET /b/', hits: 0 },
      ],
    },
    ['Fault hit nothing | Fault 2 for GET /b/'],
  ],
  [
    // Disarmed, or past its end.
    { faults: [true, false].map((waits, at) => ({ id: at, on: 'GET /b/', hits: 0, remaining: 0, waits })) },
    [],
  ],
  [
    { faults: [{ id: 1, on: 'GET /b/', hits: 0, remaining: null, waits: true }] },
    ['Fault armed | Fault 1 for GET /b/ | no request came since'],
  ],
  [
    { faults: [1, 2, 3].map((id) => ({ id, on: 'GET /b/', hits: 0 })) },
    ['Fault hit nothing | Fault 3 for GET /b/ | 2 more hit nothing'],
  ],
] as readonly (readonly [Partial<Looked>, readonly string[]])[])('of %# it tells %j', (looked, expected) => {
  expect(told(looked)).toEqual(expected)
})

it.each([
  [
    'bills',
    {
      vendor_name: 'Ivy Logistics',
      amount: '7200.00',
      currency_iso_4217_code: 'USD',
      record_status: 'draft',
      approval_status: 'pending',
      next_approvers: [{ full_name: 'Person 7' }, { full_name: 'Person 8' }],
    },
    'Bill 4, Ivy Logistics, 7,200.00 USD, draft, waits for Person 7 or Person 8',
  ],
  [
    'customerPayments',
    { customer_name: 'Acorn', amount: '1.00', record_status: 'posted' },
    'Customer payment 4, Acorn, 1.00, posted',
  ],
  ['vendors', { name: 'Ivy', approval_status: 'rejected' }, 'Vendor 4, Ivy, rejected'],
  ['terms', { days: 30 }, 'Term 4'],
  ['bills', { approval_status: 'pending' }, 'Bill 4, waits for approval'],
])('titles one of %s with %j as %j', (type, record, title) => {
  expect(recordTitle({ type, id: 4 }, record)).toBe(title)
})
