import * as f from '../../engine/schema'

/** Moves money between two accounts of a company. */
export const bankTransfers = f.record({
  name: 'bankTransfers',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...f.transferHeader(),
    debit_bank_account_number: f.reference('accounts', 'number'),
    credit_bank_account_number: f.reference('accounts', 'number'),
    ...f.givenAmount(),
    ...f.memo(),
    ...f.headerClassifications(),
  },
  document: {},
  ...f.postedOnApproval,
  amountGiven: true,
  transfer: { from: 'credit_bank_account_number', to: 'debit_bank_account_number' },
  posts: [
    f.debit(f.named('debit_bank_account_number'), 'amount'),
    f.credit(f.named('credit_bank_account_number'), 'amount'),
  ],
  filters: {
    ...f.documentFilters,
    ...f.filterBy(f.anyOf, 'debit_bank_account_number', 'credit_bank_account_number'),
    ...f.approvalFilter,
  },
  ...f.lists(),
})
