import { expect, it } from 'vitest'
import { commandsFor } from '../../src/tools/inspector/commands'

const TABS = ['Now', 'Timeline', 'Clock', 'Webhooks']
const TYPES = [
  { name: 'invoices', title: 'Invoices', model: 'Invoice' },
  { name: 'bills', title: 'Bills', model: 'Bill' },
  { name: 'recurringInvoices', title: 'Recurring invoices', model: 'RecurringInvoice' },
]

it.each([
  ['', ['Now', 'Timeline', 'Clock', 'Webhooks', 'Next thing due']],
  ['clo', ['Clock', 'Filter: clo']],
  ['12', ['#12', 'Account 12', 'Filter: 12']],
  ['#12', ['#12', 'Account 12', 'Filter: #12']],
  ['Invoice 7', ['Invoices 7', 'Filter: Invoice 7']],
  ['bill 4', ['Bills 4', 'Filter: bill 4']],
  ['recurring invoices #1', ['Recurring invoices 1', 'Filter: recurring invoices #1']],
  ['+2 hours', ['Advance 2 hours', 'Filter: +2 hours']],
  ['advance 3 days', ['Advance 3 days', 'Filter: advance 3 days']],
  ['hold', ['Hold deliveries', 'Filter: hold']],
  ['nothing of the kind', ['Filter: nothing of the kind']],
] as const)('%j offers first %j', (text, names) => {
  const found = commandsFor(text, TABS, TYPES).map(({ name }) => name)
  expect(found.slice(0, names.length)).toEqual(names)
  if (text !== '') expect(found).toHaveLength(names.length)
})

it('leads to the record, the entry and the account that are meant', () => {
  const [record] = commandsFor('bill 4', TABS, TYPES)
  expect(record).toMatchObject({ tab: 'Records', subject: { record: { type: 'bills', id: 4 } } })
  const [entry, account] = commandsFor('4000', TABS, TYPES)
  expect(entry?.subject).toEqual({ entry: 4000 })
  expect(account).toMatchObject({ tab: 'Trial balance', subject: { account: 4000 } })
})
