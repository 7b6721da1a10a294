import * as f from '../../engine/schema'

const STATUSES = ['not_printed', 'printed', 'archived'] as const
const SOURCES = ['direct_expense', 'vendor_payment', 'vendor_prepayment', 'customer_refund'] as const

/** Paper checks for outgoing money: created for a transaction, printed and archived by their status. */
export const paperChecks = f.record({
  name: 'paperChecks',
  identifier: 'id',
  basis: 'assumed',
  operations: { v1: ['list', 'get', 'remove'] },
  actions: [
    {
      name: 'print-now',
      method: 'POST',
      body: { transaction_id: f.integer(), template_id: f.maybe(f.integer()) },
    },
    { name: 'print-later', method: 'POST', body: { transaction_ids: f.list(f.integer()) } },
    {
      name: 'print-batch',
      method: 'PUT',
      body: {
        paper_check_ids: f.list(f.integer()),
        first_check_number: f.maybe(f.integer(1)),
        template_id: f.maybe(f.integer()),
      },
    },
  ],
  fields: {
    id: f.readOnly(f.integer()),
    created_at: f.readOnly(f.instant()),
    created_date: f.hidden(f.readOnly(f.date())),
    transaction_id: f.hidden(f.integer()),
    transaction_date: f.readOnly(f.date()),
    source_record_type: f.readOnly(f.choice(...SOURCES)),
    source_record_id: f.readOnly(f.integer()),
    source_record_number: f.readOnly(f.integer()),
    check_number: f.readOnly(f.text(), ''),
    company_id: f.readOnly(f.reference('companies')),
    company_name: f.nameOf('company_id'),
    memo: f.readOnly(f.text(), ''),
    amount: f.readOnly(f.amount(), '0.00'),
    currency: f.readOnly(f.currency()),
    account_number: f.readOnly(f.reference('accounts', 'number')),
    account_id: f.hidden(f.readOnly(f.integer())),
    account_name: f.nameOf('account_number'),
    payee_name: f.readOnly(f.nullable(f.text())),
    customer_id: f.readOnly(f.nullable(f.reference('customers'))),
    customer_name: f.nameOf('customer_id'),
    vendor_id: f.readOnly(f.nullable(f.reference('vendors'))),
    vendor_name: f.nameOf('vendor_id'),
    record_status: f.optional(f.choice(...STATUSES), 'not_printed'),
  },
  partialUpdate: true,
  printable: true,
  archivedOnRemove: true,
  filters: {
    ...f.filterBy(f.anyOf, 'company_id', 'id'),
    record_status: f.anyChoice('record_status', ...STATUSES),
    transaction_type: f.anyChoice('source_record_type', ...SOURCES),
    ...f.filterBy(f.anyOf, 'vendor_id', 'customer_id', 'account_id'),
    start_date: f.from('created_date'),
    end_date: f.until('created_date'),
  },
  orderings: ['amount', 'created_at'],
  search: ['check_number', 'memo', 'customer_name', 'vendor_name'],
})
