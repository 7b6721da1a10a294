import { record } from '../../engine/schema/define'
import {
  currencyFilters,
  files,
  lists,
  maybeCheckNumber,
  memo,
  requiredHeader,
} from '../../engine/schema/document-fields'
import { idInPlaceOf } from '../../engine/schema/field-doors'
import { classifications, headerClassifications } from '../../engine/schema/field-groups'
import { amount, hidden, lines, maybe, reference } from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'
import { accountLine, line } from '../../engine/schema/line-fields'
import { credit, debit, named, system } from '../../engine/schema/posting'

/** Moves money from Undeposited Funds to the bank. */
export const customerDeposits = record({
  name: 'customerDeposits',
  model: 'CustomerDeposit',
  path: 'customer-deposits',
  identifier: 'number',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...requiredHeader(),
    account_number: hidden(reference('accounts', 'number')),
    account_id: idInPlaceOf('account_number'),
    ...memo(),
    ...maybeCheckNumber(),
    ...files(),
    ...headerClassifications('items'),
    items: lines({
      ...line(),
      position: hidden(line().position),
      amount: hidden(amount()),
      cash_sale_number: maybe(reference('cashSales', 'number')),
      customer_payment_number: maybe(reference('customerPayments', 'number')),
      customer_prepayment_number: maybe(reference('customerPrepayments', 'number')),
      vendor_refund_number: maybe(reference('vendorRefunds', 'number')),
      ...accountLine(),
      ...classifications(),
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
    debit(named('account_number'), 'amount', { company: 'money_value' }),
    credit(system('Undeposited Funds'), 'amount', {
      each: 'items',
      where: 'carrying_rate',
      company: 'carrying_amount',
    }),
    credit(named('account_number'), 'amount', { each: 'items', where: 'account_number' }),
  ],
  filters: { ...currencyFilters, customer_id: anyOf('items.party_id') },
  ...lists(),
})
