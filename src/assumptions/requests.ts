import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about requests and errors (§7). */
export const REQUESTS_ASSUMPTIONS = {
  'malformed-body': closedChoice('7.1', 'A body that is not a JSON object gets this status.', [400, 422]),
  'size-limits': open('7.1', 'Bodies and uploads are limited in size, number and nesting.', 'sizes', {
    body: 10 * 1024 * 1024,
    depth: 64,
    file: 25 * 1024 * 1024,
    files: 10,
  }),
  'put-replaces': closedChoice(
    '7.1',
    'PUT of a record is a full create body; omitted members return to their defaults.',
    ['full-body', 'partial'],
  ),
  'put-record-status': closedChoice('7.1', 'PUT without a record_status keeps the status.', [
    'keep',
    'posted',
  ]),
  'create-status': closedChoice(
    '7.2',
    'Creating a record answers 200, creating master data 201; or one of them always.',
    ['200-records-201-master-data', '201', '200'],
  ),
  'delete-response': closedChoice('7.2', 'A deletion answers 200 with a success flag.', [
    'success-true',
    '204',
  ]),
  'error-texts': fixed('7.4', 'Messages that the specification does not word come from one table.', 'table'),
  'check-order': closedChoice(
    '7.5',
    'The checks around a request run in one fixed order; the switch replays a stored answer before the rate limit.',
    ['limit-before-replay', 'replay-before-limit'],
  ),
  'order-of-checks': closedChoice(
    '7.5',
    'Validation runs in stages and reports all errors of the first stage that fails; or only the first of them.',
    ['staged', 'first-error'],
  ),
}
