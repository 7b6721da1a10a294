import type { AssumptionValue } from '../../../assumptions/index'
import type { World } from '../../../engine/model/context'
import type { WireHeaders } from '../../../events/traffic/wire-message'
import type { Caller } from '../checks/caller'
import { WIRE_MESSAGES, type WireMessage, WireRefusal } from '../responses/wire-refusal'
import type { Match } from '../routes/route'
import { type Bucket, takeTokens } from './buckets'
import { type Limit, limitsOf, type RateLimits } from './limits'

/**
 * Takes a token from every bucket of the request. Returns the rate-limit headers of its response
 * (§9), and the name of the bucket that the headers describe.
 * @throws WireRefusal with 429
 */
export function throttle(world: World, limits: RateLimits, caller: Caller, match: Match) {
  if (limits === false) return undefined
  const { spent, refused } = takeTokens(world, limitsOf(world, limits, caller, match))
  if (refused) throw tooManyRequests(world, refused)
  const [aggregate] = spent
  const shown =
    world.assumptions.read('ratelimit-headers') === 'aggregate' ? aggregate : spent.reduce(withFewerTokens)
  return shown && { headers: headersOf(shown), bucket: shown.limit.name }
}

/** The bucket with fewer tokens. Of two equal buckets the later wins, because it is narrower. */
const withFewerTokens = (least: Bucket<Limit>, bucket: Bucket<Limit>): Bucket<Limit> =>
  bucket.tokens <= least.tokens ? bucket : least

const headersOf = ({ limit, tokens, resetSeconds }: Bucket<Limit>): WireHeaders => ({
  'x-ratelimit-limit': String(limit.rate.burst),
  'x-ratelimit-remaining': String(Math.max(0, Math.floor(tokens))),
  'x-ratelimit-reset': String(resetSeconds),
})

const { tooManyRequests: BUCKET, capReached: CAP } = WIRE_MESSAGES

/** The messages for buckets and caps (§9.3). */
const WORDINGS: Readonly<
  Record<AssumptionValue<'ratelimit-wording'>, { bucket: WireMessage; cap: WireMessage }>
> = {
  'by-kind': { bucket: BUCKET, cap: CAP },
  'too-many-requests': { bucket: BUCKET, cap: BUCKET },
  'rate-limit-exceeded': { bucket: CAP, cap: CAP },
}

/** The 429 for an empty bucket (§9.3). */
function tooManyRequests(world: World, bucket: Bucket<Limit>): WireRefusal {
  const wording = WORDINGS[world.assumptions.read('ratelimit-wording')]
  const isUntilFull = world.assumptions.read('ratelimit-retry-after') === 'until-full'
  const { limit, tokens } = bucket
  const now = world.clock.now / 1000
  const wait = isUntilFull ? Math.max(1, Math.ceil(bucket.resetSeconds - now)) : bucket.retryAfterSeconds
  const { burst, refillPerSecond } = limit.rate
  const section = limit.isCap ? '9.2' : '9.1'
  const left = Math.max(0, Math.floor(tokens * 1000) / 1000)
  const refill =
    refillPerSecond >= 1
      ? `${refillPerSecond} per second`
      : `one every ${Math.round(1000 / refillPerSecond) / 1000} seconds`
  return new WireRefusal(
    429,
    { ...(limit.isCap ? wording.cap : wording.bucket), section },
    `${limit.name} has ${left} of ${burst} tokens, refills ${refill} (docs/service.md §${section})`,
    { 'retry-after': String(wait), ...headersOf(bucket) },
    { bucket: limit.name },
  )
}
