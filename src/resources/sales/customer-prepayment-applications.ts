import * as f from '../../engine/schema'

/** Spends a customer's prepayment or credit on invoices. */
export const customerPrepaymentApplications = f.record({
  name: 'customerPrepaymentApplications',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...f.requiredHeader(),
    customer_id: f.readOnly(f.nullable(f.reference('customers'))),
    customer_name: f.nameOf('customer_id'),
    customer_prepayment_number: f.maybe(f.reference('customerPrepayments', 'number')),
    customer_credit_number: f.maybe(f.reference('customerCredits', 'number')),
    ...f.memo(),
    ...f.files(),
    ...f.headerClassifications(),
    items: f.applications({
      invoice_number: f.maybe(f.reference('invoices', 'number')),
      amount_due: f.nameOf('invoice_number', 'amount_due'),
    }),
  },
  document: { counterparty: 'customer_id', counterpartyFrom: 'source' },
  settles: {
    lines: 'items',
    references: [{ by: 'invoice_number', settles: 'invoices', counts: 'up' }],
    sources: [
      { by: 'customer_prepayment_number', settles: 'customerPrepayments', counts: 'up' },
      { by: 'customer_credit_number', settles: 'customerCredits', counts: 'up' },
    ],
  },
  posts: [
    f.debit(f.system('Customer Deposits'), 'amount', {
      where: 'customer_prepayment_number',
      company: 'carrying_amount',
    }),
    f.debit(f.system('Accounts Receivable'), 'amount', {
      where: 'customer_credit_number',
      company: 'carrying_amount',
    }),
    f.credit(f.system('Accounts Receivable'), 'amount', { each: 'items', company: 'carrying_amount' }),
  ],
  filters: f.customerFiltersOfOneStatus,
  ...f.lists({ search: ['customer_name'] }),
})
