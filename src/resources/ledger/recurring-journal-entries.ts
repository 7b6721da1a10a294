import { record } from '../../engine/schema/define'
import { recurringTemplate } from '../../engine/schema/field-groups'
import { anyOf, dateFilters, recurringFilter } from '../../engine/schema/filters'

/** A template for recurring journal entries. */
export const recurringJournalEntries = record({
  name: 'recurringJournalEntries',
  model: 'RecurringJournalEntry',
  path: 'recurring/journal-entries',
  identifier: 'number',
  basis: 'specified',
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  fields: recurringTemplate('journalEntries'),
  recurs: { creates: 'journalEntries', payload: 'record_payload' },
  filters: {
    company_id: anyOf('company_id'),
    number: anyOf('number'),
    ...dateFilters,
    ...recurringFilter,
  },
  orderings: ['number', 'date', 'created_at', 'updated_at'],
  search: ['number', 'internal_id', 'memo', 'name'],
})
