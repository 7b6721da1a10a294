import { record } from '../../engine/schema/define'
import {
  bankOrCard,
  files,
  lists,
  maybeCheckNumber,
  memo,
  moneyAccountNumber,
  requiredHeader,
  requiredVendor,
  vendorFilters,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { amount, lines, maybe, optional, readOnly, reference } from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'
import { applicationLine } from '../../engine/schema/line-fields'
import { credit, debit, money, system } from '../../engine/schema/posting'

/** A vendor pays back the balance of credits and prepayments. */
export const vendorRefunds = record({
  name: 'vendorRefunds',
  model: 'VendorRefund',
  path: 'vendor-refunds',
  identifier: 'number',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...requiredHeader(),
    ...requiredVendor(),
    ...maybeCheckNumber(),
    ...moneyAccountNumber(),
    ...memo(),
    ...bankOrCard(),
    ...files(),
    ...headerClassifications(),
    items: optional(
      lines({
        ...applicationLine(),
        vendor_credit_number: maybe(reference('vendorCredits', 'number')),
        vendor_prepayment_number: maybe(reference('vendorPrepayments', 'number')),
        bank_or_credit_card_amount: readOnly(amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'vendor_id' },
  depositable: true,
  money: {
    account: 'account_number',
    accepts: ['bank', 'credit_card', 'Undeposited Funds'],
    bankAmount: 'bank_or_credit_card_amount',
    lineBankAmount: 'bank_or_credit_card_amount',
  },
  settles: {
    lines: 'items',
    references: [
      { by: 'vendor_credit_number', settles: 'vendorCredits', counts: 'up' },
      { by: 'vendor_prepayment_number', settles: 'vendorPrepayments', counts: 'up' },
    ],
  },
  posts: [
    debit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    credit(system('Accounts Payable'), 'amount', {
      each: 'items',
      where: 'vendor_credit_number',
      company: 'carrying_amount',
    }),
    credit(system('Vendor Deposits'), 'amount', {
      each: 'items',
      where: 'vendor_prepayment_number',
      company: 'carrying_amount',
    }),
  ],
  filters: {
    ...vendorFilters,
    vendor_credit_id: { ...anyOf('items.document_id'), where: 'vendor_credit_number' },
  },
  ...lists({ search: ['vendor_name'] }),
})
