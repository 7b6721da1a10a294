import { record } from '../../engine/schema/define'
import {
  customerFiltersOfOneStatus,
  files,
  givenAmount,
  incomingMoney,
  lists,
  maybeCheckNumber,
  memo,
  requiredCustomer,
  requiredHeader,
  spendable,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { amount, integer, nullable, readOnly } from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'
import { credit, debit, money, system } from '../../engine/schema/posting'

/** Money received from a customer in advance. It is applied to invoices later, or refunded. */
export const customerPrepayments = record({
  name: 'customerPrepayments',
  model: 'CustomerPrepayment',
  path: 'customer-prepayments',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...requiredHeader(),
    ...requiredCustomer(),
    ...memo(),
    ...maybeCheckNumber(),
    ...incomingMoney(),
    ...givenAmount(),
    bank_or_undeposited_funds_amount: amount(),
    ...spendable(),
    recurring_record_number: readOnly(nullable(integer())),
    ...files(),
    ...headerClassifications(),
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
  balance: { taken: 'used_amount', open: 'remaining_amount', control: 'Customer Deposits', side: 'credit' },
  posts: [
    debit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    credit(system('Customer Deposits'), 'amount'),
  ],
  filters: { ...customerFiltersOfOneStatus, id: anyOf('internal_id') },
  ...lists({ search: ['customer_name'] }),
})
