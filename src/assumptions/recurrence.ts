import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about recurrence (§11.6). */
export const RECURRENCE_ASSUMPTIONS = {
  'rrule-start': fixed(
    '11.6',
    'A recurrence rule starts at midnight UTC of its date; the date counts only if the rule yields it.',
    'matching-dates',
  ),
  'recurring-generation': closedChoice(
    '11.6',
    'Every occurrence that the clock passes creates a record with the status of the payload.',
    ['payload-status', 'draft'],
  ),
  'recurring-inactive': closedChoice(
    '11.6',
    'Occurrences that fall due while a template is inactive are lost.',
    ['lost', 'catch-up'],
  ),
  'recurring-failure': fixed('11.6', 'A refused occurrence is logged and skipped.', 'skip'),
  'recurring-edit-delete': fixed(
    '11.6',
    'Updating or deleting a template does not change the records that it generated.',
    'future-only',
  ),
}
