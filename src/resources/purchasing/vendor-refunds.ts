import * as f from '../../engine/schema'

/** A vendor pays back the balance of credits and prepayments. */
export const vendorRefunds = f.record({
  name: 'vendorRefunds',
  model: 'VendorRefund',
  path: 'vendor-refunds',
  identifier: 'number',
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
    items: f.optional(
      f.lines({
        ...f.applicationLine(),
        vendor_credit_number: f.maybe(f.reference('vendorCredits', 'number')),
        vendor_prepayment_number: f.maybe(f.reference('vendorPrepayments', 'number')),
        bank_or_credit_card_amount: f.readOnly(f.amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'vendor_id' },
  depositable: true,
  money: {
    account: 'account_number',
    accepts: ['bank', 'credit_card', 'Undeposited Funds'],
    bankAmount: 'bank_or_credit_card_amount',
    lineBankAmount: 'bank_or_credit_card_amount',
  },
  settles: {
    lines: 'items',
    references: [
      { by: 'vendor_credit_number', settles: 'vendorCredits', counts: 'up' },
      { by: 'vendor_prepayment_number', settles: 'vendorPrepayments', counts: 'up' },
    ],
  },
  posts: [
    f.debit(f.money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    f.credit(f.system('Accounts Payable'), 'amount', {
      each: 'items',
      where: 'vendor_credit_number',
      company: 'carrying_amount',
    }),
    f.credit(f.system('Vendor Deposits'), 'amount', {
      each: 'items',
      where: 'vendor_prepayment_number',
      company: 'carrying_amount',
    }),
  ],
  filters: {
    ...f.vendorFilters,
    vendor_credit_id: { ...f.anyOf('items.document_id'), where: 'vendor_credit_number' },
  },
  ...f.lists({ search: ['vendor_name'] }),
})
