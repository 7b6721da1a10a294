import * as f from '../../engine/schema'

/** Manual debits and credits. An entry that reverses itself has a mirror entry on a later date. */
export const journalEntries = f.record({
  name: 'journalEntries',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...f.defaultedHeader(),
    ...f.approval(),
    memo: f.maybe(f.text()),
    reversal_date: f.maybe(f.date()),
    recurring_record_number: f.readOnly(f.nullable(f.integer())),
    ...f.files(),
    ...f.headerClassifications('items'),
    items: f.optional(f.nullable(f.lines(f.journalLine())), []),
    reversal_items: f.readOnly(
      f.list(
        f.object({
          ...f.journalLine(),
          account_id: f.readOnly(f.integer()),
          line_type: f.readOnly(f.choice('NORMAL', 'REVERSAL')),
          original_line_id: f.readOnly(f.nullable(f.integer())),
        }),
      ),
      [],
    ),
  },
  document: {},
  ...f.postedOnApproval,
  journal: { lines: 'items', mirrored: 'reversal_items' },
  reversesOn: 'reversal_date',
  posts: [
    f.debit(f.named('account_number'), 'debit', { each: 'items' }),
    f.credit(f.named('account_number'), 'credit', { each: 'items' }),
  ],
  filters: {
    ...f.documentFilters,
    account_id: f.anyOf('items.account_id'),
    customer_id: f.anyOf('items.customer_id'),
    vendor_id: f.anyOf('items.vendor_id'),
    amount_gte: f.from('amount', 'amount'),
    amount_lte: f.until('amount', 'amount'),
    ...f.approvalFilter,
  },
  ...f.lists(),
})
