import { record } from '../../engine/schema/define'
import {
  lists,
  requiredHeader,
  requiredMemo,
  timestamps,
  uploads,
  vendorFilters,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { lines, lookup, maybe, nameOf, nullable, readOnly, reference } from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'
import { applicationLine } from '../../engine/schema/line-fields'
import { credit, debit, system } from '../../engine/schema/posting'

/** Spends a vendor's prepayment or credit on bills. */
export const vendorPrepaymentApplications = record({
  name: 'vendorPrepaymentApplications',
  model: 'VendorPrepaymentApplication',
  path: 'vendor-prepayment-applications',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...requiredHeader(),
    ...timestamps(),
    vendor_id: readOnly(nullable(reference('vendors'))),
    vendor_name: nameOf('vendor_id'),
    vendor_prepayment_number: maybe(reference('vendorPrepayments', 'number')),
    vendor_credit_number: maybe(reference('vendorCredits', 'number')),
    ...requiredMemo(),
    ...uploads(),
    ...headerClassifications(),
    items: lines({
      ...applicationLine(),
      bill_number: maybe(reference('bills', 'number')),
      amount_due: lookup('bill_number', 'amount_due'),
    }),
  },
  document: { counterparty: 'vendor_id', counterpartyFrom: 'source' },
  settles: {
    lines: 'items',
    references: [{ by: 'bill_number', settles: 'bills', counts: 'up' }],
    sources: [
      { by: 'vendor_prepayment_number', settles: 'vendorPrepayments', counts: 'up' },
      { by: 'vendor_credit_number', settles: 'vendorCredits', counts: 'up' },
    ],
  },
  posts: [
    debit(system('Accounts Payable'), 'amount', { each: 'items', company: 'carrying_amount' }),
    credit(system('Vendor Deposits'), 'amount', {
      where: 'vendor_prepayment_number',
      company: 'carrying_amount',
    }),
    credit(system('Accounts Payable'), 'amount', {
      where: 'vendor_credit_number',
      company: 'carrying_amount',
    }),
  ],
  filters: { ...vendorFilters, bill_id: { ...anyOf('items.document_id'), where: 'bill_number' } },
  ...lists({ search: ['vendor_name'] }),
})
