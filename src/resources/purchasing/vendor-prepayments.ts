import * as f from '../../engine/schema'

/** Money paid to a vendor in advance. It is applied to bills later, or refunded. */
export const vendorPrepayments = f.record({
  name: 'vendorPrepayments',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...f.requiredHeader(),
    ...f.timestamps(),
    ...f.requiredVendor(),
    ...f.maybeMoneyAccountNumber(),
    ...f.checkNumber(),
    ...f.givenAmount(),
    bank_or_undeposited_funds_amount: f.notNegative(f.amount()),
    ...f.requiredMemo(),
    ...f.spendable(),
    ...f.paperCheckStatus(),
    ...f.files(),
    ...f.headerClassifications(),
  },
  document: { counterparty: 'vendor_id' },
  amountGiven: true,
  money: {
    account: 'account_number',
    accepts: ['bank', 'credit_card'],
    bankAmount: 'bank_or_undeposited_funds_amount',
  },
  balance: { applied: 'used_amount', open: 'remaining_amount', control: 'Vendor Deposits', side: 'debit' },
  paperCheck: true,
  posts: [
    f.debit(f.system('Vendor Deposits'), 'amount'),
    f.credit(f.money, 'amount', { company: 'money_value' }),
  ],
  filters: f.vendorFilters,
  ...f.lists({ search: ['vendor_name'] }),
})
