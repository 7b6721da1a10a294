import * as f from '../../engine/schema'

/** Moves money from Undeposited Funds to the bank. */
export const customerDeposits = f.record({
  name: 'customerDeposits',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...f.requiredHeader(),
    account_number: f.hidden(f.reference('accounts', 'number')),
    account_id: f.idAliasOf('account_number'),
    ...f.memo(),
    ...f.maybeCheckNumber(),
    ...f.files(),
    ...f.headerClassifications('items'),
    items: f.lines({
      ...f.line(),
      position: f.hidden(f.line().position),
      amount: f.hidden(f.amount()),
      cash_sale_number: f.maybe(f.reference('cashSales', 'number')),
      customer_payment_number: f.maybe(f.reference('customerPayments', 'number')),
      customer_prepayment_number: f.maybe(f.reference('customerPrepayments', 'number')),
      vendor_refund_number: f.maybe(f.reference('vendorRefunds', 'number')),
      ...f.accountLine(),
      ...f.ownClassifications(),
    }),
  },
  document: {},
  money: { account: 'account_number', accepts: ['bank'], bankAmount: 'bank_amount' },
  deposits: {
    lines: 'items',
    accounts: 'account_number',
    sources: [
      { by: 'cash_sale_number', resource: 'cashSales' },
      { by: 'customer_payment_number', resource: 'customerPayments' },
      { by: 'customer_prepayment_number', resource: 'customerPrepayments' },
      { by: 'vendor_refund_number', resource: 'vendorRefunds' },
    ],
  },
  posts: [
    f.debit(f.named('account_number'), 'amount', { company: 'money_value' }),
    f.credit(f.system('Undeposited Funds'), 'amount', f.applied('carrying_rate')),
    f.credit(f.named('account_number'), 'amount', { each: 'items', where: 'account_number' }),
  ],
  filters: { ...f.currencyFilters, customer_id: f.anyOf('items.party_id') },
  ...f.lists(),
})
