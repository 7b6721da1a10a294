import { choice, fixed, open } from './assumption-entry'

/** docs/service.md §10 */
export const IDEMPOTENCY = {
  'idempotency-scope': fixed(
    '10',
    'An idempotency key belongs to an API key and stands for one method, path and body.',
    'api-key',
  ),
  'idempotency-in-flight': fixed(
    '10',
    'A retry while the first answer is still held back gets this status.',
    409,
  ),
  'idempotency-stored': choice(
    '10',
    'Successes, missing records and failed validations are kept for replay.',
    ['2xx-404-422', '2xx'],
  ),
  'idempotency-window': open('10', 'A stored answer is replayed for this many hours.', 'number', 48),
  'idempotency-replay': choice('10', 'Whether a replayed answer has a header that marks it.', [false, true]),
  'idempotency-key-format': fixed('10', 'A key consists of visible ASCII characters and has these lengths.', {
    minimum: 1,
    maximum: 255,
  }),
}
