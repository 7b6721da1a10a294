import * as f from '../../engine/schema'

export const recurringJournalEntries = f.record({
  name: 'recurringJournalEntries',
  path: 'recurring/journal-entries',
  ...f.recurring('journalEntries'),
  filters: { ...f.filterBy(f.anyOf, 'company_id', 'number'), ...f.dateFilters, ...f.recurringFilter },
})
