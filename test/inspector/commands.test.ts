import { expect, it } from 'vitest'
import { commandsFor, furtherCommands, offeredInOrder } from '../../src/tools/inspector/commands'

const TABS = ['Now', 'Timeline', 'Clock', 'Webhooks']
const TYPES = [
  { name: 'invoiceLines', title: 'Invoice lines', path: '/public/v3-alpha/invoices/lines/' },
  { name: 'invoices', title: 'Invoices', path: '/public/v1/invoices/' },
  { name: 'bills', title: 'Bills', path: '/public/v1/bills/' },
  { name: 'recurringInvoices', title: 'Recurring invoices', path: '/public/v1/recurring/invoices/' },
  { name: 'ledgerEntries', title: 'Ledger entries', path: null },
]
const ACCOUNTS = [
  { account_number: 1100, account_name: 'Receivables', balance: '20.00' },
  // Of two companies.
  { account_number: 4000, account_name: 'Revenue', balance: '-1098.40' },
  { account_number: 4000, account_name: 'Revenue', balance: '-3.00' },
]

it.each([
  ['', ['Now', 'Timeline', 'Clock', 'Webhooks', 'Next thing due']],
  ['clo', ['Clock', 'Filter: clo']],
  ['12', ['#12', 'Filter: 12']],
  ['#12', ['#12', 'Filter: #12']],
  ['4000', ['Account 4000 Revenue, 1,098.40 credit', '#4000', 'Filter: 4000']],
  ['#4000', ['#4000', 'Filter: #4000']],
  ['reven', ['Account 4000 Revenue, 1,098.40 credit', 'Filter: reven']],
  ['Invoice 7', ['Invoice 7', 'Invoice line 7', 'Filter: Invoice 7']],
  ['y 7', ['Filter: y 7']],
  ['ledger entry 7', ['Ledger entry 7', 'Filter: ledger entry 7']],
  ['bill 4', ['Bill 4', 'Filter: bill 4']],
  ['approve bill 4', ['Bill 4', 'Filter: approve bill 4']],
  ['recurring invoices #1', ['Recurring invoice 1', 'Filter: recurring invoices #1']],
  ['+2 hours', ['Advance 2 hours', 'Filter: +2 hours']],
  ['advance 3 days', ['Advance 3 days', 'Filter: advance 3 days']],
  ['hold', ['Hold deliveries', 'Filter: hold']],
  ['nothing of the kind', ['Filter: nothing of the kind']],
] as const)('%j offers first %j', (text, names) => {
  const found = commandsFor(text, TABS, TYPES, ACCOUNTS).map(({ name }) => name)
  expect(found.slice(0, names.length)).toEqual(names)
  if (text !== '') expect(found).toHaveLength(names.length)
})

it('leads to the record, the entry and the account that are meant', () => {
  const [record] = commandsFor('bill 4', TABS, TYPES, ACCOUNTS)
  expect(record).toMatchObject({ tab: 'Records', subject: { record: { type: 'bills', id: 4 } } })
  const [account, entry] = commandsFor('4000', TABS, TYPES, ACCOUNTS)
  expect(entry?.subject).toEqual({ entry: 4000 })
  expect(account).toMatchObject({ tab: 'Trial balance', subject: { account: 4000 } })
})

const SNAPSHOTS = [
  { id: '1', name: 'day four' },
  { id: '2', name: 'day five' },
]
const WEBHOOKS = [
  { uuid: 'a', url: 'https://crm.example/in', is_active: false, missed: 0 },
  { uuid: 'b', url: 'https://shop.example/hooks', is_active: true, missed: 56 },
  {
    ...{ uuid: 'c', url: 'https://dead.example/in', is_active: false, missed: 3 },
    forgotten: { before: '2026-02-18T09:00:00.000Z', attempts: 9, failed: 9, missed: 2 },
  },
]

const KNOWN = new Set([12, 503])
const furtherFor = (text: string) => furtherCommands(text, SNAPSHOTS, WEBHOOKS, KNOWN, TYPES)

it.each([
  ['503', ['Fail the next request with 503', 'Copy #503 as test', 'Go back to before #503']],
  ['fail 429', ['Fail the next request with 429']],
  ['fail 503 post', ['Fail the next POST /public/* with 503']],
  ['fail 503 post /public/v1/bills/', ['Fail the next POST /public/v1/bills/ with 503']],
  ['fail post invoices', ['Fail the next POST /public/v1/invoices/ with 503']],
  ['fail 429 GET /public/v1/Customers/', ['Fail the next GET /public/v1/Customers/ with 429']],
  ['FAIL bill 500', ['Fail the next request to /public/v1/bills/* with 500']],
  ['fail recurring inv', ['Fail the next request to /public/v1/recurring/invoices/* with 503']],
  [
    'fail get invoice',
    [
      'Fail the next GET /public/v1/invoices/* with 503',
      'Fail the next GET /public/v3-alpha/invoices/lines/* with 503',
    ],
  ],
  ['fail ledger', []],
  ['fail delete', ['Fail the next DELETE /public/* with 503']],
  ['fail get invocies', ['Fail the next GET /public/v1/invocies/* with 503']],
  ['fail pots bill', ['Fail the next POTS /public/v1/bills/* with 503']],
  ['503 service unavailable', []],
  ['fail the next', ['Fail the next request with 503']],
  ['fail', ['Fail the next request with 503']],
  ['failed', []],
  ['failed deliveries', []],
  ['Failsafe Ltd', []],
  ['fail 200', []],
  // Nothing goes back to before an entry that is not there.
  ['200', ['Copy #200 as test']],
  ['copy #12', ['Copy #12 as test', 'Go back to before #12']],
  ['back 12', ['Copy #12 as test', 'Go back to before #12']],
  ['invoice 503', []],
  [
    'compare',
    ['Compare snapshots', 'Compare snapshot day five with now', 'Compare snapshot day four with now'],
  ],
  ['day five', ['Compare snapshot day five with now', 'Restore snapshot day five']],
  ['compare four', ['Compare snapshot day four with now']],
  ['crm', ['Webhook https://crm.example/in, disabled', 'Activate https://crm.example/in']],
  ['activate crm', ['Activate https://crm.example/in']],
  [
    'disab',
    [
      'Webhook https://crm.example/in, disabled',
      'Webhook https://dead.example/in, disabled, too old to be sent (§14.4): 2',
    ],
  ],
  ['shop.ex', ['Webhook https://shop.example/hooks', 'Send the 56 missed by https://shop.example/hooks']],
  [
    'send missed',
    [
      'Send the 56 missed by https://shop.example/hooks',
      'Send the 3 missed by https://dead.example/in, and activate it',
    ],
  ],
  ['too old', ['Webhook https://dead.example/in, disabled, too old to be sent (§14.4): 2']],
  ['da', []],
  ['', []],
] as const)('%j offers %j besides', (text, names) => {
  expect(furtherFor(text).map(({ name }) => name)).toEqual(names)
})

it('arms the fault, and goes back to before the entry, that are meant', () => {
  const [fault, , back] = furtherFor('503')
  expect(fault?.fault).toEqual({ on: '', then: { status: 503 } })
  expect(back?.before).toBe(503)
})

const RECORD = { name: 'Invoice 503', note: 'record', tab: 'Records' }

it.each([
  ['fail 503', 'Fail the next request with 503'],
  ['503', '#503'],
  ['fail', 'Fail the next request with 503'],
  ['fail post invoices', 'Fail the next POST /public/v1/invoices/ with 503'],
  ['res', 'Filter: res'],
  ['restore', 'Restore snapshot day five'],
  ['compare', 'Compare snapshot day five with now'],
  ['send missed', 'Send the 56 missed by https://shop.example/hooks'],
  ['copy #12', 'Copy #12 as test'],
  ['failed', 'Filter: failed'],
  ['back 12', 'Filter: back 12'],
  ['crm', 'Webhook https://crm.example/in, disabled'],
] as const)('%j and Enter is %j', (text, first) => {
  const all = commandsFor(text, ['Timeline', 'Snapshots'], [])
  const offered = offeredInOrder(all, furtherFor(text), []).map(({ name }) => name)
  expect(offered[0]).toBe(first)
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered).toContain(`Filter: ${text}`)
})

it('a record comes before a filter, and after the tabs of its name', () => {
  const all = commandsFor('snapshots', ['Snapshots'], [])
  const names = offeredInOrder(all, furtherFor('snapshots'), [RECORD]).map(({ name }) => name)
  expect(names).toEqual(['Snapshots', 'Compare snapshots', 'Invoice 503', 'Filter: snapshots'])
})
