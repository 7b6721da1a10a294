import { record } from '../../engine/schema/define'
import {
  documentFilters,
  givenAmount,
  lists,
  memo,
  transferHeader,
} from '../../engine/schema/document-fields'
import { headerClassifications, postedOnApproval } from '../../engine/schema/field-groups'
import { reference } from '../../engine/schema/fields'
import { anyOf, approvalFilter } from '../../engine/schema/filters'
import { credit, debit, named } from '../../engine/schema/posting'

/** Moves money between two accounts of a company. */
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
