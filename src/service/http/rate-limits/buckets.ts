import type { World } from '../../../engine/model/context'
import type { Table } from '../../../kernel/store'
import { type RowIn, worldTable } from '../../../kernel/table-shape'

const MICROS_PER_SECOND = 1_000_000

export interface Rate {
  /** The most requests at once. */
  readonly burst: number
  /** The tokens that return per second. */
  readonly refillPerSecond: number
}

export const BUCKETS = worldTable('buckets', {
  id: 'text',
  /** The instant at which the bucket is full again, in microseconds since 1970. */
  fullAt: 'integer',
})
export type BucketRow = RowIn<typeof BUCKETS>

interface Limited {
  readonly id: string
  readonly rate: Rate
}

/** The state of a token bucket at one instant. */
export interface Bucket<L extends Limited> {
  readonly limit: L
  /** Negative if an override made the bucket smaller. */
  readonly tokens: number
  /** The first whole Unix second at which the bucket is full. */
  readonly resetSeconds: number
  /** Whole seconds until the next token. */
  readonly retryAfterSeconds: number
}

interface Taken<L extends Limited> {
  /** The first bucket without a token. */
  readonly refused?: Bucket<L>
  /** All buckets after a token was taken from each; empty if one of them refused. */
  readonly spent: readonly Bucket<L>[]
}

export const bucketsIn = ({ store }: World): Table<BucketRow> => store.worldTable(BUCKETS)

/** The tokens of a used bucket, and the time at which it is full, in milliseconds since 1970. */
export function bucketNow(world: World, id: string, rate: Rate): { tokens: number; fullAt: number } {
  const now = world.clock.now * 1000
  const debt = Math.max(0, bucketsIn(world).getRequired(id).fullAt - now)
  const { tokens } = bucketState({ id, rate }, debt, now)
  return { tokens, fullAt: Math.ceil((now + debt) / 1000) }
}

/** Converts a bucket to another rate. The tokens that were taken stay taken. */
export function keepTaken(world: World, id: string, from: Rate, to: Rate): void {
  const now = world.clock.now * 1000
  const debt = bucketsIn(world).getRequired(id).fullAt - now
  if (debt <= 0) return
  const taken = debt / microsPerToken(from)
  bucketsIn(world).put({ id, fullAt: now + Math.ceil(taken * microsPerToken(to)) })
}

export function refillBuckets(world: World, key: string): void {
  const table = bucketsIn(world)
  const ids = [...table.rows()].flatMap(({ id }) => (id.startsWith(`${key}|`) ? [id] : []))
  world.store.history.atomically(() => {
    for (const id of ids) table.remove(id)
  })
}

/** Takes a token from each bucket. Stops at the first empty one (docs/service.md §9.1). */
export function takeTokens<L extends Limited>(world: World, limits: readonly L[]): Taken<L> {
  const table = bucketsIn(world)
  const now = world.clock.now * 1000
  const asked = limits.map((limit) => {
    const debt = Math.max(0, (table.get(limit.id)?.fullAt ?? now) - now)
    const cost = microsPerToken(limit.rate)
    return { limit, debt, after: debt + cost, isEmpty: debt + cost > limit.rate.burst * cost }
  })
  const refusing = asked.findIndex(({ isEmpty }) => isEmpty)
  const isRefunded = refusing > 0 && world.assumptions.read('ratelimit-spend') === 'refund'
  const paying = isRefunded ? [] : refusing < 0 ? asked : asked.slice(0, refusing)
  if (paying.length > 0)
    world.store.history.atomically(() => {
      for (const { limit, after } of paying) table.put({ id: limit.id, fullAt: now + after })
    })
  const refused = asked[refusing]
  if (refused) return { spent: [], refused: bucketState(refused.limit, refused.debt, now) }
  return { spent: asked.map(({ limit, after }) => bucketState(limit, after, now)) }
}

const microsPerToken = ({ refillPerSecond }: Rate): number =>
  Math.max(1, Math.round(MICROS_PER_SECOND / refillPerSecond))

/** The instant is stored in microseconds: fractions of a token would let clients come too early (§9.3). */
function bucketState<L extends Limited>(limit: L, debt: number, now: number): Bucket<L> {
  const { burst } = limit.rate
  const cost = microsPerToken(limit.rate)
  return {
    limit,
    tokens: burst - debt / cost,
    resetSeconds: Math.ceil((now + debt) / MICROS_PER_SECOND),
    retryAfterSeconds: Math.max(1, Math.ceil((debt + cost - burst * cost) / MICROS_PER_SECOND)),
  }
}
