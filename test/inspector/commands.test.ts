import { expect, it } from 'vitest'
import { commandsFor } from '../../src/tools/inspector/commands'

const TABS = ['Now', 'Timeline', 'Clock', 'Webhooks']
const TYPES = [
  { name: 'invoices', title: 'Invoices', model: 'Invoice' },
  { name: 'bills', title: 'Bills', model: 'Bill' },
  { name: 'recurringInvoices', title: 'Recurring invoices', model: 'RecurringInvoice' },
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
  ['Invoice 7', ['Invoice 7', 'Filter: Invoice 7']],
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
