import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about operations and authentication (§5 and §6). */
export const OPERATIONS_ASSUMPTIONS = {
  'operations-closed': closedChoice(
    '5.1',
    'A group has only the tabulated operations: 405 on a known path, else 404; or always 404.',
    ['405-or-404', '404'],
  ),
  'trailing-slash': closedChoice('5.1', 'A path without its final slash does not exist.', ['404', 'accept']),
  'health-status': open('5.2', 'The status that the health operation reports.', 'text', 'ok'),
  'v2-operations': closedChoice(
    '5.4',
    'Version 2 lists, creates, reads and updates invoices, bills and customers, deletes customers; or none of it.',
    ['as-described', 'webhooks-only'],
  ),
  'open-group-paths': closedChoice(
    '5.5',
    'Groups without documented operations are offered under their usual version 1 paths.',
    ['on', 'off'],
  ),
  permissions: fixed(
    '6',
    'Only webhooks need a permission; a read-only key may only read.',
    'all-but-webhooks',
  ),
  'feature-402': open('6', 'These groups answer 402: a subscription is required.', 'names', []),
}
