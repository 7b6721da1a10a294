import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about the states of records (§11). */
export const RECORD_STATES_ASSUMPTIONS = {
  'draft-effect': fixed('11.1', 'A draft touches neither the books nor other records.', 'none'),
  'posted-to-draft': fixed('11.1', 'A posted record cannot become a draft again.', '422'),
  'archived-terminal': closedChoice('11.1', 'An archived record cannot be changed.', ['422', 'restore']),
  'archive-effect': fixed(
    '11.1',
    'Archiving reverses the ledger effect on the same date and releases what was settled.',
    'reverse-on-own-date',
  ),
  'archive-refused': fixed('11.1', 'A record to which something is applied cannot be archived.', '422'),
  'posted-edit': closedChoice(
    '11.2',
    'A posted record can be edited unless other records depend on the changed member.',
    ['conditional', 'immutable'],
  ),
  'edit-ledger': fixed('11.2', 'An edit restates the ledger transactions under their old ids.', 'restate'),
  'locked-through': fixed(
    '11.4',
    'Each company may have one date up to which nothing can be written.',
    'date-per-company',
  ),
  'order-matching': fixed(
    '11.5',
    'Quantities are taken from an order by item, in order of position; an edit cannot go below them.',
    'item-position',
  ),
}
