import * as f from '../../engine/schema'

export const recurringJournalEntries = f.record({
  name: 'recurringJournalEntries',
  path: 'recurring/journal-entries',
  basis: 'specified',
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  fields: f.recurringTemplate('journalEntries'),
  recurs: { creates: 'journalEntries', payload: 'record_payload' },
  filters: { ...f.filterBy(f.anyOf, 'company_id', 'number'), ...f.dateFilters, ...f.recurringFilter },
  orderings: ['number', 'date', 'created_at', 'updated_at'],
  search: ['number', 'internal_id', 'memo', 'name'],
})
