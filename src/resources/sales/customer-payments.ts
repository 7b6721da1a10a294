import { record } from '../../engine/schema/define'
import {
  customerFilters,
  files,
  incomingMoney,
  lists,
  maybeCustomer,
  requiredHeader,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { amount, flag, lines, maybe, optional, readOnly, reference, text } from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'
import { accountLine, applicationLine } from '../../engine/schema/line-fields'
import { credit, debit, money, named, system } from '../../engine/schema/posting'

/**
 * Money from a customer: settles invoices, spends credits, and may leave an unapplied amount on the
 * customer's account.
 */
export const customerPayments = record({
  name: 'customerPayments',
  model: 'CustomerPayment',
  path: 'customer-payments',
  identifier: 'number',
  basis: 'specified',
  restsOn: ['unassigned-amount'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...requiredHeader(),
    ...maybeCustomer(),
    check_number: text(),
    ...incomingMoney(),
    bank_or_undeposited_account_amount: readOnly(amount(), '0.00'),
    unassigned_amount: optional(amount(), '0.00'),
    memo: text(),
    line_date_validation: optional(flag(), true),
    ...files(),
    ...headerClassifications(),
    items: optional(
      lines({
        ...applicationLine(),
        invoice_number: maybe(reference('invoices', 'number')),
        customer_credit_number: maybe(reference('customerCredits', 'number')),
        ...accountLine(),
        bank_or_undeposited_account_amount: readOnly(amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'customer_id', counterpartyFrom: 'lines' },
  depositable: true,
  money: {
    account: 'account_number',
    accepts: ['bank', 'Undeposited Funds'],
    undeposited: 'undeposited_funds_currency',
    bankAmount: 'bank_or_undeposited_account_amount',
    lineBankAmount: 'bank_or_undeposited_account_amount',
  },
  settles: {
    lines: 'items',
    references: [
      { by: 'invoice_number', settles: 'invoices', counts: 'up' },
      { by: 'customer_credit_number', settles: 'customerCredits', counts: 'down' },
    ],
    accounts: 'account_number',
    unassigned: 'unassigned_amount',
    unassignedOn: 'Accounts Receivable',
    datesCompared: 'line_date_validation',
  },
  posts: [
    debit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    credit(system('Accounts Receivable'), 'amount', {
      each: 'items',
      where: 'invoice_number',
      company: 'carrying_amount',
    }),
    debit(system('Accounts Receivable'), 'amount', {
      each: 'items',
      where: 'customer_credit_number',
      company: 'carrying_amount',
    }),
    credit(named('account_number'), 'amount', { each: 'items', where: 'account_number' }),
    credit(system('Accounts Receivable'), 'unassigned_in_record', { company: 'unassigned_company' }),
  ],
  filters: {
    ...customerFilters,
    invoice_number: anyOf('items.invoice_number'),
    customer_credit_number: anyOf('items.customer_credit_number'),
  },
  ...lists({ search: ['customer_name'] }),
})
