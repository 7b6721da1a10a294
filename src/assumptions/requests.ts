import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about operations, authentication, requests, lists, rate limits and idempotency keys (§5 to §10). */
export const REQUESTS_ASSUMPTIONS = {
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
  'list-body': closedChoice('8.1', 'A list answers an object with the items and the count of all matches.', [
    'object',
    'bare-array',
  ]),
  'array-parameters': closedChoice('8.2', 'Several values of a filter are sent by repeating its name.', [
    'repeated',
    'comma',
  ]),
  'unknown-parameters': closedChoice('8.2', 'A query parameter that the list does not know is ignored.', [
    'ignore',
    '422',
  ]),
  'list-parameters': closedChoice(
    '8.2',
    'company_id and number filter by the nearest member of the record; without one they are refused, or ignored.',
    ['nearest-or-422', 'nearest-or-ignored'],
  ),
  'list-statuses': closedChoice('8.2', 'Lists show drafts and archived records too.', ['all', 'posted']),
  'integration-sources': open(
    '8.2',
    'The accepted integration names, or any if the list is empty; no name matches a record.',
    'names',
    [],
  ),
  'text-filters': closedChoice(
    '8.2',
    'Text filters find substrings and ignore case; filters on ids and e-mail addresses compare whole values.',
    ['substring', 'equality'],
  ),
  'contract-date-filters': fixed(
    '8.2',
    'Contracts are filtered by the earliest start and the latest end of their term.',
    'term-bounds',
  ),
  'search-scope': closedChoice(
    '8.3',
    'A search ignores case and looks into number, internal_id, memo, reference_number and names; or into fewer.',
    ['listed-members', 'number-and-name'],
  ),
  'ordering-values': closedChoice(
    '8.4',
    'Lists can be ordered by the listed members, descending with a minus; others are refused, or order by id.',
    ['listed-or-422', 'listed-or-id'],
  ),
  'get-filters': closedChoice('8.5', 'Reading a record with filters that exclude it does not find it.', [
    '404',
    'ignored',
  ]),
  'ratelimit-scope': closedChoice(
    '9.1',
    'The endpoint bucket belongs to key, method and path template with its version; or without it; or to the path.',
    ['route-with-version', 'route', 'path'],
  ),
  'ratelimit-spend': closedChoice(
    '9.1',
    'A request refused by a later bucket has already paid the earlier ones.',
    ['keep', 'refund'],
  ),
  'ratelimit-cap': closedChoice('9.2', 'A fixed cap is a small bucket of its own in version 2.', [
    'burst-2',
    'burst-1',
    'off',
  ]),
  'ratelimit-headers': closedChoice('9.3', 'The headers describe the bucket with the fewest tokens left.', [
    'fewest-tokens',
    'aggregate',
  ]),
  'ratelimit-retry-after': closedChoice(
    '9.3',
    'Retry-After is the time until the refusing bucket holds one token, in whole seconds rounded up; or is full.',
    ['until-one-token', 'until-full'],
  ),
  'ratelimit-wording': closedChoice(
    '9.3',
    'Buckets and caps have different refusal texts; or one of them serves both.',
    ['by-kind', 'too-many-requests', 'rate-limit-exceeded'],
  ),
  'idempotency-scope': closedChoice(
    '10',
    'An idempotency key belongs to an API key; or to the organisation; or to one method and path of an API key.',
    ['api-key', 'organization', 'operation'],
  ),
  'idempotency-in-flight': closedChoice(
    '10',
    'A retry while the first answer is still held back gets this status.',
    [409, 425],
  ),
  'idempotency-stored': closedChoice(
    '10',
    'Successes, missing records and failed validations are kept for replay.',
    ['2xx-404-422', '2xx'],
  ),
  'idempotency-window': open('10', 'A stored answer is replayed for this many hours.', 'number', 48),
  'idempotency-replay': closedChoice('10', 'Whether a replayed answer has a header that marks it.', [
    false,
    true,
  ]),
  'idempotency-key-format': closedChoice(
    '10',
    'A key is 1 to 255 visible ASCII characters; or a UUID; or anything.',
    ['visible-ascii', 'uuid', 'any'],
  ),
}
