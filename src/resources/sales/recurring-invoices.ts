import * as f from '../../engine/schema'

export const recurringInvoices = f.record({
  name: 'recurringInvoices',
  path: 'recurring/invoices',
  basis: 'specified',
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  fields: f.recurringTemplate('invoices'),
  recurs: { creates: 'invoices', payload: 'record_payload' },
  filters: { ...f.filterBy(f.anyOf, 'company_id', 'number'), ...f.recurringFilter },
  orderings: ['number', 'date', 'created_at', 'updated_at'],
  search: ['number', 'internal_id', 'memo', 'name'],
})
