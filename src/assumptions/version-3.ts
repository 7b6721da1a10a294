import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about version 3 (§15). */
export const VERSION_3_ASSUMPTIONS = {
  'v3-line-record': fixed('15', 'An entry is an invoice line with members of its invoice.', 'as-listed'),
  'v3-line-window': closedChoice(
    '15',
    'A date range that is wider than the window is refused, or narrowed.',
    ['422', 'clamp'],
  ),
  'v3-offset-warning': closedChoice('15', 'Where the warning about a large offset appears.', [
    'log',
    'header',
  ]),
  'v3-invoice-record': fixed('15', 'An invoice is shown without its lines.', 'no-lines'),
  'v3-code': open('15', 'The code of an invoice is this prefix and its internal id.', 'text', 'IN-'),
  'v3-list-parameters': fixed('15', 'The list of invoices also takes these parameters.', [
    'limit',
    'offset',
    'ordering',
    'approval_status_scope',
  ]),
  'v3-updated-at': fixed('15', 'Every write that changes a shown member changes updated_at.', 'all-members'),
}
