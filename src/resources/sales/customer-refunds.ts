import * as f from '../../engine/schema'

/** Pays back the balance of a customer's credits and prepayments. */
export const customerRefunds = f.record({
  name: 'customerRefunds',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...f.requiredHeader(),
    ...f.requiredCustomer(),
    ...f.maybeCheckNumber(),
    ...f.moneyAccountNumber(),
    ...f.memo(),
    ...f.bankOrCard(),
    ...f.paperCheckStatus(),
    ...f.files(),
    ...f.headerClassifications(),
    items: f.applications({
      customer_credit_number: f.maybe(f.reference('customerCredits', 'number')),
      customer_prepayment_number: f.maybe(f.reference('customerPrepayments', 'number')),
      bank_or_credit_card_amount: f.readOnly(f.amount(), '0.00'),
    }),
  },
  document: { counterparty: 'customer_id' },
  money: f.outgoing,
  settles: {
    lines: 'items',
    references: [
      { by: 'customer_credit_number', settles: 'customerCredits', counts: 'up' },
      { by: 'customer_prepayment_number', settles: 'customerPrepayments', counts: 'up' },
    ],
  },
  paperCheck: true,
  posts: [
    f.credit(f.money, 'amount', { company: 'money_value' }),
    f.debit(f.system('Accounts Receivable'), 'amount', f.applied('customer_credit_number')),
    f.debit(f.system('Customer Deposits'), 'amount', f.applied('customer_prepayment_number')),
  ],
  filters: f.customerFiltersOfOneStatus,
  ...f.lists({ search: ['customer_name'] }),
})
