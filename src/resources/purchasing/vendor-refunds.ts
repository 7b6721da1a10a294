import * as f from '../../engine/schema'

/** A vendor pays back the balance of credits and prepayments. */
export const vendorRefunds = f.record({
  name: 'vendorRefunds',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...f.requiredHeader(),
    ...f.requiredVendor(),
    ...f.maybeCheckNumber(),
    ...f.moneyAccountNumber(),
    ...f.memo(),
    ...f.bankOrCard(),
    ...f.files(),
    ...f.headerClassifications(),
    items: f.applications({
      vendor_credit_number: f.maybe(f.reference('vendorCredits', 'number')),
      vendor_prepayment_number: f.maybe(f.reference('vendorPrepayments', 'number')),
      bank_or_credit_card_amount: f.readOnly(f.amount(), '0.00'),
    }),
  },
  document: { counterparty: 'vendor_id' },
  depositable: true,
  money: { ...f.outgoing, accepts: ['bank', 'credit_card', 'Undeposited Funds'] },
  settles: {
    lines: 'items',
    references: [
      { by: 'vendor_credit_number', settles: 'vendorCredits', counts: 'up' },
      { by: 'vendor_prepayment_number', settles: 'vendorPrepayments', counts: 'up' },
    ],
  },
  posts: [
    f.debit(f.money, 'amount', { company: 'money_value' }),
    f.credit(f.system('Accounts Payable'), 'amount', f.applied('vendor_credit_number')),
    f.credit(f.system('Vendor Deposits'), 'amount', f.applied('vendor_prepayment_number')),
  ],
  filters: {
    ...f.vendorFilters,
    vendor_credit_id: { ...f.anyOf('items.document_id'), where: 'vendor_credit_number' },
  },
  ...f.lists({ search: ['vendor_name'] }),
})
