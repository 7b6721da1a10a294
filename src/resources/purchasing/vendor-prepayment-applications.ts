import * as f from '../../engine/schema'

/** Spends a vendor's prepayment or credit on bills. */
export const vendorPrepaymentApplications = f.record({
  name: 'vendorPrepaymentApplications',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...f.requiredHeader(),
    ...f.timestamps(),
    vendor_id: f.readOnly(f.nullable(f.reference('vendors'))),
    vendor_name: f.nameOf('vendor_id'),
    vendor_prepayment_number: f.maybe(f.reference('vendorPrepayments', 'number')),
    vendor_credit_number: f.maybe(f.reference('vendorCredits', 'number')),
    ...f.requiredMemo(),
    ...f.attachments(),
    ...f.headerClassifications(),
    items: f.lines({
      ...f.applicationLine(),
      bill_number: f.maybe(f.reference('bills', 'number')),
      amount_due: f.nameOf('bill_number', 'amount_due'),
    }),
  },
  document: { counterparty: 'vendor_id', counterpartyFrom: 'source' },
  settles: {
    lines: 'items',
    references: [{ by: 'bill_number', settles: 'bills', counts: 'up' }],
    sources: [
      { by: 'vendor_prepayment_number', settles: 'vendorPrepayments', counts: 'up' },
      { by: 'vendor_credit_number', settles: 'vendorCredits', counts: 'up' },
    ],
  },
  posts: [
    f.debit(f.system('Accounts Payable'), 'amount', { each: 'items', company: 'carrying_amount' }),
    f.credit(f.system('Vendor Deposits'), 'amount', {
      where: 'vendor_prepayment_number',
      company: 'carrying_amount',
    }),
    f.credit(f.system('Accounts Payable'), 'amount', {
      where: 'vendor_credit_number',
      company: 'carrying_amount',
    }),
  ],
  filters: { ...f.vendorFilters, bill_id: { ...f.anyOf('items.document_id'), where: 'bill_number' } },
  ...f.lists({ search: ['vendor_name'] }),
})
