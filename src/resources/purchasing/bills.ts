import * as f from '../../engine/schema'

/** A vendor's request for money. Payments and applications settle it. */
export const bills = f.record({
  name: 'bills',
  basis: 'specified',
  restsOn: ['line-company'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'], v2: ['list', 'get', 'create', 'update'] },
  createStatus: { v1: 200, v2: 201 },
  fields: {
    ...f.defaultedHeader(),
    ...f.approval(),
    ...f.maybeVendor(),
    amount_due: f.readOnly(f.amount(), '0.00'),
    paid_total: f.readOnly(f.amount(), '0.00'),
    memo: f.maybe(f.text()),
    due_date: f.maybe(f.date()),
    ...f.term(),
    reference_number: f.optional(f.text(), ''),
    purchase_order_number: f.maybe(f.reference('purchaseOrders', 'number')),
    recurring_record_number: f.readOnly(f.nullable(f.integer())),
    ...f.attachments(),
    ...f.headerClassifications('items', 'expenses'),
    items: f.optional(
      f.nullable(f.lines({ ...f.untaxed(f.itemLine()), ...f.lineCompany(), ...f.shownAmount() })),
      [],
    ),
    expenses: f.optional(
      f.nullable(f.lines({ ...f.untaxed(f.expenseLine()), ...f.lineCompany(), ...f.shownAmount() })),
      [],
    ),
  },
  document: { counterparty: 'vendor_id' },
  ...f.postedOnApproval,
  priced: { lines: ['items', 'expenses'], side: 'purchase' },
  balance: { applied: 'paid_total', open: 'amount_due', control: 'Accounts Payable', side: 'credit' },
  fulfils: { member: 'purchase_order_number', resource: 'purchaseOrders', key: 'number' },
  posts: [
    f.credit(f.system('Accounts Payable'), 'amount'),
    f.debit(f.itemAccount('purchase'), 'net_amount', { each: 'items' }),
    f.debit(f.named('account_number'), 'net_amount', { each: 'expenses' }),
  ],
  filters: { ...f.vendorFilters, due_date: f.from('due_date'), ...f.approvalFilter },
  ...f.lists({ orderings: ['due_date'], search: ['reference_number', 'vendor_name'] }),
})
