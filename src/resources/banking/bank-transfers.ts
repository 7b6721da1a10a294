import { record } from '../../engine/define'
import { documentFilters, givenAmount, lists, memo, transferHeader } from '../../engine/document-fields'
import { headerClassifications, postedOnApproval } from '../../engine/field-groups'
import { reference } from '../../engine/fields'
import { anyOf, approvalFilter } from '../../engine/filters'
import { credit, debit, named } from '../../engine/posting'

/** Money from one account of the company to another. */
export const bankTransfers = record({
  name: 'bankTransfers',
  model: 'BankTransfer',
  path: 'bank-transfers',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...transferHeader(),
    debit_bank_account_number: reference('accounts', 'number'),
    credit_bank_account_number: reference('accounts', 'number'),
    ...givenAmount(),
    ...memo(),
    ...headerClassifications(),
  },
  document: {},
  ...postedOnApproval,
  amountGiven: true,
  transfer: { from: 'credit_bank_account_number', to: 'debit_bank_account_number' },
  posts: [
    debit(named('debit_bank_account_number'), 'amount'),
    credit(named('credit_bank_account_number'), 'amount'),
  ],
  filters: {
    ...documentFilters,
    debit_bank_account_number: anyOf('debit_bank_account_number'),
    credit_bank_account_number: anyOf('credit_bank_account_number'),
    ...approvalFilter,
  },
  ...lists(),
})
