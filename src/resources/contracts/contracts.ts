import {
  contractInvoices,
  contractStatus,
  contractTerm,
  contractTexts,
  givenRecognitions,
  obligations,
  preparedInvoices,
  rhythms,
} from '../../engine/schema/contract-fields'
import { record } from '../../engine/schema/define'
import { remoteRecords, requiredCustomer } from '../../engine/schema/document-fields'
import { approvalIfAny, attachments, company, customFields } from '../../engine/schema/field-groups'
import { currency, integer, optional, readOnly, reference, text } from '../../engine/schema/fields'
import {
  anyOf,
  approvalFilter,
  contractStatusFilter,
  dateFilters,
  termFilters,
} from '../../engine/schema/filters'
import { contractUsage, usageItems } from '../../engine/schema/usage-fields'

/**
 * Goods and services sold to a customer over a term. Once a contract is active, the clock recognises its
 * revenue and bills it.
 */
export const contracts = record({
  name: 'contracts',
  model: 'Contract',
  path: 'contracts',
  identifier: 'id',
  basis: 'specified',
  restsOn: ['contract-required', 'payment-type-values'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  actions: [
    { name: 'usage', method: 'GET', item: 'contract_id' },
    { name: 'usage/bulk-upsert', method: 'POST', item: 'contract_id', body: usageItems() },
  ],
  fields: {
    ...customFields(),
    ...remoteRecords(),
    id: readOnly(integer()),
    number: readOnly(integer()),
    ...company(reference('companies')),
    ...requiredCustomer(),
    name: optional(text(), ''),
    currency_iso_4217_code: optional(currency(), 'USD'),
    memo: optional(text(), ''),
    ...contractTerm(),
    ...contractTexts(),
    ...rhythms(),
    ...contractStatus(),
    ...approvalIfAny(),
    revenue_recognitions: givenRecognitions('revenueRecognitions', [
      'id',
      'number',
      'contract_id',
      'performance_obligation_id',
      'date',
      'transaction_date',
      'amount',
      'transaction_id',
      'record_status',
      'income_account_id',
      'deferrered_revenue_account_id',
    ]),
    invoices: contractInvoices('invoices'),
    obligations: obligations(),
    obligation_usage: contractUsage('usageRecords'),
    contract_attachments: attachments().attachments,
    change_orders_attachments: attachments().attachments,
    prepared_invoices: preparedInvoices(),
  },
  contract: {
    obligations: 'obligations',
    recognitions: 'revenueRecognitions',
    invoices: 'invoices',
    usage: 'usageRecords',
    credits: 'customerCredits',
  },
  approvable: { column: 'status', asked: 'active' },
  filters: {
    id: anyOf('id'),
    company_id: anyOf('company_id'),
    number: anyOf('number'),
    customer_id: anyOf('customer_id'),
    ...contractStatusFilter,
    ...approvalFilter,
    ...dateFilters,
    ...termFilters,
  },
  orderings: ['number', 'date', 'created_at', 'updated_at'],
  search: ['number', 'memo', 'name', 'customer_name'],
})
