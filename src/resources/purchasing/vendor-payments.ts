import * as f from '../../engine/schema'

/** Settles bills and open journal lines, and spends vendor credits. */
export const vendorPayments = f.record({
  name: 'vendorPayments',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'create'] },
  fields: {
    ...f.requiredHeader(),
    vendor_id: f.readOnly(f.nullable(f.reference('vendors'))),
    vendor_name: f.nameOf('vendor_id'),
    ...f.checkNumber(),
    ...f.moneyAccountNumber(),
    ...f.requiredMemo(),
    ...f.bankOrCard(),
    line_date_validation: f.optional(f.flag(), true),
    ...f.paperCheckStatus(),
    ...f.files(),
    ...f.headerClassifications(),
    items: f.applications({
      bill_number: f.maybe(f.reference('bills', 'number')),
      vendor_credit_number: f.maybe(f.reference('vendorCredits', 'number')),
      journal_entry_line_id: f.namingLine(f.maybe(f.reference('journalPayables'))),
      intercompany_journal_entry_line_id: f.maybe(f.reference('intercompanyPayables')),
      bank_or_credit_card_amount: f.readOnly(f.amount(), '0.00'),
    }),
  },
  document: { counterparty: 'vendor_id', counterpartyFrom: 'lines' },
  money: f.outgoing,
  settles: {
    lines: 'items',
    references: [
      { by: 'bill_number', settles: 'bills', counts: 'up' },
      { by: 'vendor_credit_number', settles: 'vendorCredits', counts: 'down' },
      { by: 'journal_entry_line_id', settles: 'journalPayables', key: 'id', counts: 'by-side' },
    ],
    datesCompared: 'line_date_validation',
  },
  paperCheck: true,
  posts: [
    f.credit(f.money, 'amount', { company: 'money_value' }),
    f.debit(f.system('Accounts Payable'), 'signed_amount', {
      each: 'items',
      company: 'signed_carrying_amount',
    }),
  ],
  filters: {
    ...f.vendorFiltersOfOneStatus,
    bill_number: f.anyOf('items.bill_number'),
    vendor_credit_number: f.anyOf('items.vendor_credit_number'),
  },
  ...f.lists({ search: ['vendor_name'] }),
})
