import { record } from '../../engine/schema/define'
import {
  checkNumber,
  files,
  givenAmount,
  lists,
  maybeMoneyAccountNumber,
  paperCheckStatus,
  requiredHeader,
  requiredMemo,
  requiredVendor,
  spendable,
  timestamps,
  vendorFilters,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { amount } from '../../engine/schema/fields'
import { credit, debit, money, system } from '../../engine/schema/posting'

/** Money paid to a vendor in advance. It is applied to bills later, or refunded. */
export const vendorPrepayments = record({
  name: 'vendorPrepayments',
  model: 'VendorPrepayment',
  path: 'vendor-prepayments',
  identifier: 'number',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...requiredHeader(),
    ...timestamps(),
    ...requiredVendor(),
    ...maybeMoneyAccountNumber(),
    ...checkNumber(),
    ...givenAmount(),
    bank_or_undeposited_funds_amount: amount(),
    ...requiredMemo(),
    ...spendable(),
    ...paperCheckStatus(),
    ...files(),
    ...headerClassifications(),
  },
  document: { counterparty: 'vendor_id' },
  amountGiven: true,
  money: {
    account: 'account_number',
    accepts: ['bank', 'credit_card'],
    bankAmount: 'bank_or_undeposited_funds_amount',
  },
  balance: { taken: 'used_amount', open: 'remaining_amount', control: 'Vendor Deposits', side: 'debit' },
  paperCheck: true,
  posts: [
    debit(system('Vendor Deposits'), 'amount'),
    credit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
  ],
  filters: vendorFilters,
  ...lists({ search: ['vendor_name'] }),
})
