import { choice, fixed } from './assumption-entry'

/** docs/service.md §9 */
export const RATE_LIMITS = {
  'ratelimit-scope': fixed(
    '9.1',
    'The endpoint bucket belongs to key, method and path template with its version.',
    'route-with-version',
  ),
  'ratelimit-spend': choice('9.1', 'A request refused by a later bucket has already paid the earlier ones.', [
    'keep',
    'refund',
  ]),
  'ratelimit-cap': fixed('9.2', 'A fixed cap is a small bucket of its own in version 2.', {
    burst: 2,
    refillPerMinute: 2,
  }),
  'ratelimit-headers': choice('9.3', 'The headers describe the bucket with the fewest tokens left.', [
    'fewest-tokens',
    'aggregate',
  ]),
  'ratelimit-retry-after': fixed(
    '9.3',
    'Retry-After is the time until the refusing bucket holds one token, in whole seconds rounded up.',
    'until-one-token',
  ),
  'ratelimit-wording': fixed('9.3', 'Buckets and caps have different refusal texts.', {
    bucket: 'Too many requests',
    cap: 'Rate limit exceeded. Please try again later.',
  }),
}
