import { record } from '../../engine/schema/define'
import {
  customerFiltersOfOneStatus,
  files,
  lists,
  memo,
  requiredHeader,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import {
  lines,
  lookup,
  maybe,
  nameOf,
  nullable,
  optional,
  readOnly,
  reference,
} from '../../engine/schema/fields'
import { applicationLine } from '../../engine/schema/line-fields'
import { credit, debit, system } from '../../engine/schema/posting'

/** Spends a customer's prepayment or credit on invoices. */
export const customerPrepaymentApplications = record({
  name: 'customerPrepaymentApplications',
  model: 'CustomerPrepaymentApplication',
  path: 'customer-prepayment-applications',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...requiredHeader(),
    customer_id: readOnly(nullable(reference('customers'))),
    customer_name: nameOf('customer_id'),
    customer_prepayment_number: maybe(reference('customerPrepayments', 'number')),
    customer_credit_number: maybe(reference('customerCredits', 'number')),
    ...memo(),
    ...files(),
    ...headerClassifications(),
    items: optional(
      lines({
        ...applicationLine(),
        invoice_number: maybe(reference('invoices', 'number')),
        amount_due: lookup('invoice_number', 'amount_due'),
      }),
      [],
    ),
  },
  document: { counterparty: 'customer_id', counterpartyFrom: 'source' },
  settles: {
    lines: 'items',
    references: [{ by: 'invoice_number', settles: 'invoices', counts: 'up' }],
    sources: [
      { by: 'customer_prepayment_number', settles: 'customerPrepayments', counts: 'up' },
      { by: 'customer_credit_number', settles: 'customerCredits', counts: 'up' },
    ],
  },
  posts: [
    debit(system('Customer Deposits'), 'amount', {
      where: 'customer_prepayment_number',
      company: 'carrying_amount',
    }),
    debit(system('Accounts Receivable'), 'amount', {
      where: 'customer_credit_number',
      company: 'carrying_amount',
    }),
    credit(system('Accounts Receivable'), 'amount', { each: 'items', company: 'carrying_amount' }),
  ],
  filters: customerFiltersOfOneStatus,
  ...lists({ search: ['customer_name'] }),
})
