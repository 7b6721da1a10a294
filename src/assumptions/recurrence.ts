import { choice, fixed } from './assumption-entry'

/** docs/service.md §11.6 */
export const RECURRENCE = {
  'rrule-start': fixed(
    '11.6',
    'A recurrence rule starts at midnight UTC of its date, which counts only if the rule yields it.',
    'matching-dates',
  ),
  'recurring-generation': choice(
    '11.6',
    'Every occurrence that the clock passes makes a record, in the status that the payload says.',
    ['payload-status', 'draft'],
  ),
  'recurring-inactive': choice('11.6', 'What falls due while a template is inactive is lost.', [
    'lost',
    'catch-up',
  ]),
  'recurring-failure': fixed('11.6', 'An occurrence that is refused is logged and skipped.', 'skip'),
  'recurring-edit-delete': fixed(
    '11.6',
    'An update or deletion of a template leaves what it generated as it is.',
    'future-only',
  ),
}
