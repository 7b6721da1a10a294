import { record } from '../../engine/vocabulary/define'
import {
  documentFilters,
  givenAmount,
  lists,
  memo,
  transferHeader,
} from '../../engine/vocabulary/document-fields'
import { headerClassifications, postedOnApproval } from '../../engine/vocabulary/field-groups'
import { reference } from '../../engine/vocabulary/fields'
import { anyOf, approvalFilter } from '../../engine/vocabulary/filters'
import { credit, debit, named } from '../../engine/vocabulary/posting'

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
