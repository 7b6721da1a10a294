import * as f from '../../engine/schema'

/** Money received from a customer in advance. It is applied to invoices later, or refunded. */
export const customerPrepayments = f.record({
  name: 'customerPrepayments',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...f.requiredHeader(),
    ...f.requiredCustomer(),
    ...f.memo(),
    ...f.maybeCheckNumber(),
    ...f.incomingMoney(),
    ...f.givenAmount(),
    bank_or_undeposited_funds_amount: f.notNegative(f.amount()),
    ...f.spendable(),
    recurring_record_number: f.readOnly(f.nullable(f.integer())),
    ...f.files(),
    ...f.headerClassifications(),
  },
  document: { counterparty: 'customer_id' },
  amountGiven: true,
  depositable: true,
  money: {
    account: 'account_number',
    accepts: ['bank', 'Undeposited Funds'],
    undeposited: 'undeposited_funds_currency',
    bankAmount: 'bank_or_undeposited_funds_amount',
  },
  balance: { applied: 'used_amount', open: 'remaining_amount', control: 'Customer Deposits', side: 'credit' },
  posts: [
    f.debit(f.money, 'amount', { company: 'money_value' }),
    f.credit(f.system('Customer Deposits'), 'amount'),
  ],
  filters: { ...f.customerFiltersOfOneStatus, id: f.anyOf('internal_id') },
  ...f.lists({ search: ['customer_name'] }),
})
