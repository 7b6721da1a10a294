import { record } from '../../engine/schema/define'
import {
  defaultedHeader,
  lists,
  maybeVendor,
  term,
  uploads,
  vendorFilters,
} from '../../engine/schema/document-fields'
import { approval, headerClassifications, postedOnApproval } from '../../engine/schema/field-groups'
import {
  amount,
  date,
  integer,
  lines,
  maybe,
  nullable,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { approvalFilter, from } from '../../engine/schema/filters'
import { expenseLine, itemLine, lineCompany, shownAmount, untaxed } from '../../engine/schema/line-fields'
import { credit, debit, itemAccount, named, system } from '../../engine/schema/posting'

/** A vendor's request for money. Payments and applications settle it. */
export const bills = record({
  name: 'bills',
  model: 'Bill',
  path: 'bills',
  identifier: 'number',
  basis: 'specified',
  restsOn: ['line-company'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'], v2: ['list', 'get', 'create', 'update'] },
  createStatus: { v1: 200, v2: 201 },
  fields: {
    ...defaultedHeader(),
    ...approval(),
    ...maybeVendor(),
    amount_due: readOnly(amount(), '0.00'),
    paid_total: readOnly(amount(), '0.00'),
    memo: maybe(text()),
    due_date: maybe(date()),
    ...term(),
    reference_number: optional(text(), ''),
    purchase_order_number: maybe(reference('purchaseOrders', 'number')),
    recurring_record_number: readOnly(nullable(integer())),
    ...uploads(),
    ...headerClassifications('items', 'expenses'),
    items: optional(nullable(lines({ ...untaxed(itemLine()), ...lineCompany(), ...shownAmount() })), []),
    expenses: optional(
      nullable(lines({ ...untaxed(expenseLine()), ...lineCompany(), ...shownAmount() })),
      [],
    ),
  },
  document: { counterparty: 'vendor_id' },
  ...postedOnApproval,
  priced: { lines: ['items', 'expenses'], side: 'purchase' },
  balance: { taken: 'paid_total', open: 'amount_due', control: 'Accounts Payable', side: 'credit' },
  takes: { member: 'purchase_order_number', resource: 'purchaseOrders', key: 'number' },
  posts: [
    credit(system('Accounts Payable'), 'amount'),
    debit(itemAccount('purchase'), 'net_amount', { each: 'items' }),
    debit(named('account_number'), 'net_amount', { each: 'expenses' }),
  ],
  filters: { ...vendorFilters, due_date: from('due_date'), ...approvalFilter },
  ...lists({ orderings: ['due_date'], search: ['reference_number', 'vendor_name'] }),
})
