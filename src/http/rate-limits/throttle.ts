import type { World } from '../../engine/model/world'
import type { Caller } from '../identify'
import type { Route } from '../routes/routes'
import type { WireHeaders } from '../wire'
import { WireRefusal } from '../wire-refusal'
import { Bucket, type BucketRow } from './bucket'
import { aggregateRate, capRate, endpointRate, type RateLimits } from './rate-policy'

/**
 * Takes a token from every bucket the request is checked against, or answers 429 (docs/service.md §9). The
 * headers of whatever is answered in the end go into `headers`. A path without an operation counts in the
 * aggregate only.
 */
export function throttle(
  world: World,
  limits: RateLimits,
  caller: Caller,
  route: Route | undefined,
  headers: WireHeaders,
): void {
  if (limits === false) return
  world.assumptions.read('ratelimit-scope')
  const buckets = bucketsOf(world, limits, caller, route)
  const refusing = buckets.findIndex((bucket) => !bucket.hasToken)
  const after = refusing < 0 ? buckets.map((bucket) => bucket.spend()) : earlier(world, buckets, refusing)
  if (after.length > 0) {
    const table = world.store.table<BucketRow>('', 'buckets')
    world.store.history.atomically(() => {
      for (const bucket of after) table.put(bucket.row)
    })
  }
  const refused = buckets[refusing]
  describe(refused ?? binding(world, after), headers)
  if (refused) throw refusal(world, refused)
}

/** In the order in which they are asked: aggregate, endpoint, cap. */
function bucketsOf(
  world: World,
  limits: Exclude<RateLimits, false>,
  caller: Caller,
  route: Route | undefined,
): Bucket[] {
  const table = world.store.table<BucketRow>('', 'buckets')
  const now = world.clock.now * 1000
  const bucket = (id: string, name: string, rate: Bucket['rate']): Bucket =>
    new Bucket(id, name, rate, table.get(id)?.fullAt ?? now, now)

  const buckets = [bucket(`${caller.key}|all`, 'aggregate bucket', aggregateRate(world, limits, caller))]
  if (route === undefined) return buckets
  const id = `${caller.key}|${route.key}`
  buckets.push(bucket(id, `endpoint bucket of ${route.key}`, endpointRate(world, limits, caller, route.key)))
  const cap = capRate(world, route.key)
  if (cap) buckets.push(bucket(`${id}|cap`, `fixed cap of ${route.key}`, cap))
  return buckets
}

/** What the buckets before the refusing one keep of the refused request. */
function earlier(world: World, buckets: readonly Bucket[], refusing: number): Bucket[] {
  if (refusing === 0 || world.assumptions.read('ratelimit-spend') === 'refund') return []
  return buckets.slice(0, refusing).map((bucket) => bucket.spend())
}

/** The bucket with the fewest tokens; of equals the last, which is the narrowest. */
function binding(world: World, buckets: readonly Bucket[]): Bucket | undefined {
  const [aggregate] = buckets
  if (world.assumptions.read('ratelimit-headers') === 'aggregate') return aggregate
  return buckets.reduce((least, bucket) => (bucket.tokens <= least.tokens ? bucket : least))
}

function describe(bucket: Bucket | undefined, headers: WireHeaders): void {
  if (bucket === undefined) return
  headers['x-ratelimit-limit'] = String(bucket.rate.burst)
  headers['x-ratelimit-remaining'] = String(Math.max(0, Math.floor(bucket.tokens)))
  headers['x-ratelimit-reset'] = String(bucket.resetSeconds)
}

function refusal(world: World, bucket: Bucket): WireRefusal {
  const wording = world.assumptions.read('ratelimit-wording')
  world.assumptions.read('ratelimit-retry-after')
  const isCap = bucket.id.endsWith('|cap')
  const { burst, refillPerSecond } = bucket.rate
  const tokens = Math.max(0, Math.floor(bucket.tokens * 1000) / 1000)
  const refill =
    refillPerSecond >= 1
      ? `${refillPerSecond} per second`
      : `one every ${Math.round(1000 / refillPerSecond) / 1000} seconds`
  const section = isCap ? '9.2' : '9.1'
  return new WireRefusal(
    429,
    isCap ? wording.cap : wording.bucket,
    `${bucket.name} has ${tokens} of ${burst} tokens, refills ${refill} (docs/service.md §${section})`,
    { 'retry-after': String(bucket.retryAfterSeconds) },
  )
}
