import { record } from '../../engine/schema/define'
import { recurringTemplate } from '../../engine/schema/field-groups'
import { anyOf, recurringFilter } from '../../engine/schema/filters'

/** A template for recurring invoices. */
export const recurringInvoices = record({
  name: 'recurringInvoices',
  model: 'RecurringInvoice',
  path: 'recurring/invoices',
  identifier: 'number',
  basis: 'specified',
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  fields: recurringTemplate('invoices'),
  recurs: { creates: 'invoices', payload: 'record_payload' },
  filters: {
    company_id: anyOf('company_id'),
    number: anyOf('number'),
    ...recurringFilter,
  },
  orderings: ['number', 'date', 'created_at', 'updated_at'],
  search: ['number', 'internal_id', 'memo', 'name'],
})
