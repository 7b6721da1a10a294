import { record } from '../../engine/schema/define'
import {
  bankOrCard,
  checkNumber,
  files,
  lists,
  moneyAccountNumber,
  paperCheckStatus,
  requiredHeader,
  requiredMemo,
  vendorFiltersOfOneStatus,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import {
  amount,
  flag,
  lines,
  maybe,
  nameOf,
  nullable,
  optional,
  readOnly,
  reference,
} from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'
import { applicationLine, namingLine } from '../../engine/schema/line-fields'
import { credit, debit, money, system } from '../../engine/schema/posting'

/** Settles bills and open journal lines, and spends vendor credits. */
export const vendorPayments = record({
  name: 'vendorPayments',
  model: 'VendorPayment',
  path: 'vendor-payments',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'create'] },
  fields: {
    ...requiredHeader(),
    vendor_id: readOnly(nullable(reference('vendors'))),
    vendor_name: nameOf('vendor_id'),
    ...checkNumber(),
    ...moneyAccountNumber(),
    ...requiredMemo(),
    ...bankOrCard(),
    line_date_validation: optional(flag(), true),
    ...paperCheckStatus(),
    ...files(),
    ...headerClassifications(),
    items: optional(
      lines({
        ...applicationLine(),
        bill_number: maybe(reference('bills', 'number')),
        vendor_credit_number: maybe(reference('vendorCredits', 'number')),
        journal_entry_line_id: namingLine(maybe(reference('journalPayables'))),
        intercompany_journal_entry_line_id: maybe(reference('intercompanyPayables')),
        bank_or_credit_card_amount: readOnly(amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'vendor_id', counterpartyFrom: 'lines' },
  money: {
    account: 'account_number',
    accepts: ['bank', 'credit_card'],
    bankAmount: 'bank_or_credit_card_amount',
    lineBankAmount: 'bank_or_credit_card_amount',
  },
  settles: {
    lines: 'items',
    references: [
      { by: 'bill_number', settles: 'bills', counts: 'up' },
      { by: 'vendor_credit_number', settles: 'vendorCredits', counts: 'down' },
      { by: 'journal_entry_line_id', settles: 'journalPayables', key: 'id', counts: 'by-side' },
    ],
    datesCompared: 'line_date_validation',
  },
  paperCheck: true,
  posts: [
    credit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    debit(system('Accounts Payable'), 'signed_amount', { each: 'items', company: 'signed_carrying_amount' }),
  ],
  filters: {
    ...vendorFiltersOfOneStatus,
    bill_number: anyOf('items.bill_number'),
    vendor_credit_number: anyOf('items.vendor_credit_number'),
  },
  ...lists({ search: ['vendor_name'] }),
})
