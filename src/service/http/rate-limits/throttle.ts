import type { World } from '../../../engine/model/world'
import type { WireHeaders } from '../../../events/traffic/wire-message'
import type { Caller } from '../checks/identify'
import type { Match } from '../routes/router'
import { type Bucket, takeTokens } from './buckets'
import { headersOf, tooManyRequests } from './limit-headers'
import { type Limit, limitsOf, type RateLimits } from './rate-policy'

/**
 * Takes a token from every bucket of the request. Returns the rate-limit headers of its response
 * (docs/service.md §9).
 * @throws WireRefusal with 429
 */
export function throttle(world: World, limits: RateLimits, caller: Caller, match: Match): WireHeaders {
  if (limits === false) return {}
  const { spent, refused } = takeTokens(world, limitsOf(world, limits, caller, match))
  if (refused) throw tooManyRequests(world, refused)
  const [aggregate] = spent
  const shown =
    world.assumptions.read('ratelimit-headers') === 'aggregate' ? aggregate : spent.reduce(withFewerTokens)
  return shown ? headersOf(shown) : {}
}

/** The bucket with fewer tokens; of equals the later, which is narrower. */
const withFewerTokens = (least: Bucket<Limit>, bucket: Bucket<Limit>): Bucket<Limit> =>
  bucket.tokens <= least.tokens ? bucket : least
