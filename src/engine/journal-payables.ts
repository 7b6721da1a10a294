import { internalRecord } from './vocabulary/define'

/**
 * Payable lines of journal entries as documents of their own, so that vendor payments settle them as they
 * settle bills (docs/service.md §4.5). Kept by the engine beside the catalogue: nobody sees or names them but
 * by a line's id.
 */
export const journalPayables = internalRecord({
  name: 'journalPayables',
  model: 'JournalEntryLine',
  path: '',
  identifier: 'id',
  basis: 'assumed',
  operations: {},
  fields: {},
  filters: {},
  orderings: [],
  search: [],
  balance: { taken: 'taken', open: 'open', control: 'Accounts Payable', side: 'credit' },
})
