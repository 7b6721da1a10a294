import * as f from '../../engine/schema'

/** Transactional records with a pending approval. */
export const inboxTransactions = f.internalRecord({
  name: 'inboxTransactions',
  path: 'inbox/transactions',
  identifier: 'id',
  basis: 'assumed',
  group: 'inbox',
  operations: { v1: ['list'] },
  fields: {
    id: f.hidden(f.integer()),
    transaction_type: f.choice(...f.TRANSACTION_TYPES),
    number: f.text(),
    date: f.date(),
    customer_vendor: f.nameOfEither('customer_id', 'vendor_id'),
    company: f.nameOf('company_id'),
    company_id: f.reference('companies'),
    memo: f.text(),
    amount: f.amount(),
    approval_status: f.choice(...f.APPROVAL_STATUSES),
    workflow_id: f.integer(),
    record_id: f.integer(),
    ...f.timestamps(),
    approval_info: f.approvalInfo(),
    initiator_id: f.nullable(f.integer()),
    record_number: f.hidden(f.integer()),
    customer_id: f.hidden(f.nullable(f.reference('customers'))),
    vendor_id: f.hidden(f.nullable(f.reference('vendors'))),
    // A record with a pending approval is not in the ledger yet.
    transaction_id: f.hidden(f.nullable(f.integer())),
  },
  filters: {
    transaction_type: f.anyChoice('transaction_type', ...f.TRANSACTION_TYPES),
    ...f.approvalFilter,
    company_id: f.anyOf('company_id'),
    number: f.anyOf('record_number'),
    ...f.dateFilters,
    ...f.filterBy(f.anyOf, 'customer_id', 'record_id', 'transaction_id'),
  },
  orderings: ['date', 'amount', 'created_at', 'updated_at'],
  search: ['number', 'memo', 'customer_vendor'],
})
