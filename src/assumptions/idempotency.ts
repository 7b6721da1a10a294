import { closedChoice, open } from './assumption-entry'

/** Assumptions about idempotency keys (§10). */
export const IDEMPOTENCY_ASSUMPTIONS = {
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
