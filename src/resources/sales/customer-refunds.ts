import { record } from '../../engine/schema/define'
import {
  bankOrCard,
  customerFiltersOfOneStatus,
  files,
  lists,
  maybeCheckNumber,
  memo,
  moneyAccountNumber,
  paperCheckStatus,
  requiredCustomer,
  requiredHeader,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { amount, lines, maybe, optional, readOnly, reference } from '../../engine/schema/fields'
import { applicationLine } from '../../engine/schema/line-fields'
import { credit, debit, money, system } from '../../engine/schema/posting'

/** Pays back the balance of a customer's credits and prepayments. */
export const customerRefunds = record({
  name: 'customerRefunds',
  model: 'CustomerRefund',
  path: 'customer-refunds',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...requiredHeader(),
    ...requiredCustomer(),
    ...maybeCheckNumber(),
    ...moneyAccountNumber(),
    ...memo(),
    ...bankOrCard(),
    ...paperCheckStatus(),
    ...files(),
    ...headerClassifications(),
    items: optional(
      lines({
        ...applicationLine(),
        customer_credit_number: maybe(reference('customerCredits', 'number')),
        customer_prepayment_number: maybe(reference('customerPrepayments', 'number')),
        bank_or_credit_card_amount: readOnly(amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'customer_id' },
  money: {
    account: 'account_number',
    accepts: ['bank', 'credit_card'],
    bankAmount: 'bank_or_credit_card_amount',
    lineBankAmount: 'bank_or_credit_card_amount',
  },
  settles: {
    lines: 'items',
    references: [
      { by: 'customer_credit_number', settles: 'customerCredits', counts: 'up' },
      { by: 'customer_prepayment_number', settles: 'customerPrepayments', counts: 'up' },
    ],
  },
  paperCheck: true,
  posts: [
    credit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    debit(system('Accounts Receivable'), 'amount', {
      each: 'items',
      where: 'customer_credit_number',
      company: 'carrying_amount',
    }),
    debit(system('Customer Deposits'), 'amount', {
      each: 'items',
      where: 'customer_prepayment_number',
      company: 'carrying_amount',
    }),
  ],
  filters: customerFiltersOfOneStatus,
  ...lists({ search: ['customer_name'] }),
})
