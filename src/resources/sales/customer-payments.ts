import * as f from '../../engine/schema'

/** Money from a customer: settles invoices, spends credits, and may leave an unapplied amount. */
export const customerPayments = f.record({
  name: 'customerPayments',
  basis: 'specified',
  restsOn: ['unassigned-amount'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...f.requiredHeader(),
    ...f.maybeCustomer(),
    check_number: f.text(),
    ...f.incomingMoney(),
    bank_or_undeposited_account_amount: f.readOnly(f.amount(), '0.00'),
    unassigned_amount: f.optional(f.notNegative(f.amount()), '0.00'),
    memo: f.text(),
    line_date_validation: f.optional(f.flag(), true),
    ...f.files(),
    ...f.headerClassifications(),
    items: f.applications({
      invoice_number: f.maybe(f.reference('invoices', 'number')),
      customer_credit_number: f.maybe(f.reference('customerCredits', 'number')),
      ...f.accountLine(),
      ...f.signedAmount(),
      bank_or_undeposited_account_amount: f.readOnly(f.amount(), '0.00'),
    }),
  },
  document: { counterparty: 'customer_id', counterpartyFrom: 'lines' },
  depositable: true,
  money: f.incoming,
  settles: {
    lines: 'items',
    references: [
      { by: 'invoice_number', settles: 'invoices', counts: 'up' },
      { by: 'customer_credit_number', settles: 'customerCredits', counts: 'down' },
    ],
    accounts: 'account_number',
    unassigned: 'unassigned_amount',
    unassignedOn: 'Accounts Receivable',
    datesCompared: 'line_date_validation',
  },
  posts: [
    f.debit(f.money, 'amount', { company: 'money_value' }),
    f.credit(f.system('Accounts Receivable'), 'amount', f.applied('invoice_number')),
    f.debit(f.system('Accounts Receivable'), 'amount', f.applied('customer_credit_number')),
    f.credit(f.named('account_number'), 'amount', { each: 'items', where: 'account_number' }),
    f.credit(f.system('Accounts Receivable'), 'unassigned_in_record', { company: 'unassigned_company' }),
  ],
  filters: {
    ...f.customerFilters,
    invoice_number: f.anyOf('items.invoice_number'),
    customer_credit_number: f.anyOf('items.customer_credit_number'),
  },
  ...f.lists({ search: ['customer_name'] }),
})
