import { closedChoice } from './assumption-entry'

/** Assumptions about rate limits (§9). */
export const RATE_LIMITS_ASSUMPTIONS = {
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
}
