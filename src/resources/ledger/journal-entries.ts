import { record } from '../../engine/schema/define'
import { defaultedHeader, documentFilters, files, lists } from '../../engine/schema/document-fields'
import { approval, headerClassifications, postedOnApproval } from '../../engine/schema/field-groups'
import {
  choice,
  date,
  integer,
  lines,
  list,
  maybe,
  nullable,
  object,
  optional,
  readOnly,
  text,
} from '../../engine/schema/fields'
import { anyOf, approvalFilter, from, until } from '../../engine/schema/filters'
import { journalLine } from '../../engine/schema/line-fields'
import { credit, debit, named } from '../../engine/schema/posting'

/** Manual debits and credits. An entry that reverses itself has a mirror entry on a later date. */
export const journalEntries = record({
  name: 'journalEntries',
  model: 'JournalEntry',
  path: 'journal-entries',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...defaultedHeader(),
    ...approval(),
    memo: maybe(text()),
    reversal_date: maybe(date()),
    recurring_record_number: readOnly(nullable(integer())),
    ...files(),
    ...headerClassifications('items'),
    items: optional(nullable(lines(journalLine())), []),
    reversal_items: readOnly(
      list(
        object({
          ...journalLine(),
          account_id: readOnly(integer()),
          line_type: readOnly(choice('NORMAL', 'REVERSAL')),
          original_line_id: readOnly(nullable(integer())),
        }),
      ),
      [],
    ),
  },
  document: {},
  ...postedOnApproval,
  journal: { lines: 'items', mirrored: 'reversal_items' },
  reversesOn: 'reversal_date',
  posts: [
    debit(named('account_number'), 'debit', { each: 'items' }),
    credit(named('account_number'), 'credit', { each: 'items' }),
  ],
  filters: {
    ...documentFilters,
    account_id: anyOf('items.account_id'),
    customer_id: anyOf('items.customer_id'),
    vendor_id: anyOf('items.vendor_id'),
    amount_gte: from('amount', 'amount'),
    amount_lte: until('amount', 'amount'),
    ...approvalFilter,
  },
  ...lists(),
})
