import { record } from '../../engine/schema/define'
import {
  amount,
  choice,
  currency,
  date,
  hidden,
  instant,
  integer,
  list,
  maybe,
  nameOf,
  nullable,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyChoice, anyOf, from, until } from '../../engine/schema/filters'

const STATUSES = ['not_printed', 'printed', 'archived'] as const
const SOURCES = ['direct_expense', 'vendor_payment', 'vendor_prepayment', 'customer_refund'] as const

/**
 * Paper checks for outgoing money. Clients create a check for a transaction, print it by setting the status
 * to printed, and archive it. Its other members are read-only.
 */
export const paperChecks = record({
  name: 'paperChecks',
  model: 'PaperCheck',
  path: 'paper-checks',
  identifier: 'id',
  basis: 'assumed',
  operations: { v1: ['list', 'get', 'remove'] },
  actions: [
    {
      name: 'print-now',
      method: 'POST',
      body: { transaction_id: integer(), template_id: maybe(integer()) },
    },
    { name: 'print-later', method: 'POST', body: { transaction_ids: list(integer()) } },
    {
      name: 'print-batch',
      method: 'PUT',
      body: {
        paper_check_ids: list(integer()),
        first_check_number: maybe(integer()),
        template_id: maybe(integer()),
      },
    },
  ],
  fields: {
    id: readOnly(integer()),
    created_at: readOnly(instant()),
    created_date: hidden(readOnly(date())),
    transaction_id: hidden(integer()),
    transaction_date: readOnly(date()),
    source_record_type: readOnly(choice(...SOURCES)),
    source_record_id: readOnly(integer()),
    source_record_number: readOnly(integer()),
    check_number: readOnly(text(), ''),
    company_id: readOnly(reference('companies')),
    company_name: nameOf('company_id'),
    memo: readOnly(text(), ''),
    amount: readOnly(amount(), '0.00'),
    currency: readOnly(currency()),
    account_number: readOnly(reference('accounts', 'number')),
    account_id: hidden(readOnly(integer())),
    account_name: nameOf('account_number'),
    payee_name: readOnly(nullable(text())),
    customer_id: readOnly(nullable(reference('customers'))),
    customer_name: nameOf('customer_id'),
    vendor_id: readOnly(nullable(reference('vendors'))),
    vendor_name: nameOf('vendor_id'),
    record_status: optional(choice(...STATUSES), 'not_printed'),
  },
  partialUpdate: true,
  printable: true,
  archivedOnRemove: true,
  filters: {
    company_id: anyOf('company_id'),
    id: anyOf('id'),
    record_status: anyChoice('record_status', ...STATUSES),
    transaction_type: anyChoice('source_record_type', ...SOURCES),
    vendor_id: anyOf('vendor_id'),
    customer_id: anyOf('customer_id'),
    account_id: anyOf('account_id'),
    start_date: from('created_date'),
    end_date: until('created_date'),
  },
  orderings: ['amount', 'created_at'],
  search: ['check_number', 'memo', 'customer_name', 'vendor_name'],
})
