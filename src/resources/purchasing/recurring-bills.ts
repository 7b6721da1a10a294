import * as f from '../../engine/schema'

export const recurringBills = f.record({
  name: 'recurringBills',
  path: 'recurring/bills',
  basis: 'specified',
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  fields: f.recurringTemplate('bills'),
  recurs: { creates: 'bills', payload: 'record_payload' },
  filters: { company_id: f.anyOf('company_id'), number: f.anyOf('number'), ...f.recurringFilter },
  orderings: ['number', 'date', 'created_at', 'updated_at'],
  search: ['number', 'internal_id', 'memo', 'name'],
})
