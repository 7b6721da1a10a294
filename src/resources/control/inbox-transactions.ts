import { approvalInfo, TRANSACTION_TYPES } from '../../engine/schema/approval-fields'
import { internalRecord } from '../../engine/schema/define'
import { APPROVAL_STATUSES, timestamps } from '../../engine/schema/field-groups'
import {
  amount,
  choice,
  date,
  hidden,
  integer,
  nameOf,
  nameOfEither,
  nullable,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyChoice, anyOf, approvalFilter, dateFilters } from '../../engine/schema/filters'

/** Transactional records with a pending approval. */
export const inboxTransactions = internalRecord({
  name: 'inboxTransactions',
  model: 'InboxTransaction',
  path: 'inbox/transactions',
  identifier: 'id',
  basis: 'assumed',
  group: 'inbox',
  operations: { v1: ['list'] },
  fields: {
    id: hidden(integer()),
    transaction_type: choice(...TRANSACTION_TYPES),
    number: text(),
    date: date(),
    customer_vendor: nameOfEither('customer_id', 'vendor_id'),
    company: nameOf('company_id'),
    company_id: reference('companies'),
    memo: text(),
    amount: amount(),
    approval_status: choice(...APPROVAL_STATUSES),
    workflow_id: integer(),
    record_id: integer(),
    ...timestamps(),
    approval_info: approvalInfo(),
    initiator_id: nullable(integer()),
    record_number: hidden(integer()),
    customer_id: hidden(nullable(reference('customers'))),
    vendor_id: hidden(nullable(reference('vendors'))),
    // A record with a pending approval is not in the ledger yet.
    transaction_id: hidden(nullable(integer())),
  },
  filters: {
    transaction_type: anyChoice('transaction_type', ...TRANSACTION_TYPES),
    ...approvalFilter,
    company_id: anyOf('company_id'),
    number: anyOf('record_number'),
    ...dateFilters,
    customer_id: anyOf('customer_id'),
    record_id: anyOf('record_id'),
    transaction_id: anyOf('transaction_id'),
  },
  orderings: ['date', 'amount', 'created_at', 'updated_at'],
  search: ['number', 'memo', 'customer_vendor'],
})
