import type { World } from '../../../engine/model/context'
import { formatInstant } from '../../../kernel/instant'
import { type ApiKeyRow, keyName, keysOf } from '../checks/caller'
import { bucketNow, bucketsIn, keepTaken, type Rate } from './buckets'
import { aggregateRate, capRate, endpointRate, type RateLimits } from './limits'

/** A token bucket as it is now (docs/service.md §9.1). */
export interface BucketState extends Rate {
  /** The API key whose requests are counted. */
  readonly key: string
  /** The label of the key, or the key with its middle hidden. */
  readonly label: string
  /** An aggregate bucket counts all requests of a key; other buckets count the requests of one operation. */
  readonly kind: 'aggregate' | 'endpoint' | 'cap'
  /** The operation; null for the aggregate bucket. */
  readonly route: string | null
  /** May have a fraction; negative if an override made the bucket smaller. */
  readonly tokens: number
  /** The instant at which the bucket is full again, ISO 8601 in UTC; the current instant if it is full. */
  readonly fullAt: string
}

interface UsedBucket {
  readonly id: string
  readonly owner: ApiKeyRow
  /** The part of the id after the key. */
  readonly name: string
}

/** The buckets that the keys of an organisation have used so far, by key. */
export function listBuckets(world: World, limits: RateLimits, organization: string): BucketState[] {
  return limits === false
    ? []
    : bucketsOf(world, organization).map((bucket) => stateOf(world, limits, bucket))
}

/** Changes rates of an organisation. The tokens that were taken stay taken. */
export function changeRates(
  world: World,
  limits: Exclude<RateLimits, false>,
  organization: string,
  change: () => void,
): void {
  const before = bucketsOf(world, organization).map((bucket) => ({
    bucket,
    rate: rateOf(world, limits, bucket),
  }))
  change()
  for (const { bucket, rate } of before) keepTaken(world, bucket.id, rate, rateOf(world, limits, bucket))
}

function bucketsOf(world: World, organization: string): UsedBucket[] {
  const ids = [...bucketsIn(world).rows()].map(({ id }) => id)
  return [...keysOf(world).rows()]
    .filter((owner) => owner.organization === organization)
    .flatMap((owner) =>
      ids
        .filter((id) => id.startsWith(`${owner.key}|`))
        .map((id) => ({ id, owner, name: id.slice(owner.key.length + 1) })),
    )
}

const isCapped = (name: string): boolean => name.endsWith('|cap')

/** The operation of a bucket, and the parameters of its path if each path has a bucket of its own. */
const countedBy = (name: string): readonly string[] =>
  (isCapped(name) ? name.slice(0, -'|cap'.length) : name).split('|')

function rateOf(world: World, limits: Exclude<RateLimits, false>, { owner, name }: UsedBucket): Rate {
  if (name === 'all') return aggregateRate(world, limits, owner)
  const [endpoint = ''] = countedBy(name)
  return (isCapped(name) ? capRate(world) : undefined) ?? endpointRate(world, limits, owner, endpoint)
}

function stateOf(world: World, limits: Exclude<RateLimits, false>, bucket: UsedBucket): BucketState {
  const { id, owner, name } = bucket
  const { key } = owner
  const kind = name === 'all' ? 'aggregate' : isCapped(name) ? 'cap' : 'endpoint'
  const [endpoint = '', ...parameters] = countedBy(name)
  const rate = rateOf(world, limits, bucket)
  const { burst, refillPerSecond } = rate
  const { tokens, fullAt } = bucketNow(world, id, rate)
  const route = kind === 'aggregate' ? null : filled(endpoint, parameters)
  return {
    key,
    label: keyName(owner),
    kind,
    route,
    burst,
    refillPerSecond,
    tokens,
    fullAt: formatInstant(fullAt),
  }
}

/** The path with its parameters, if each path has a bucket of its own. */
const filled = (template: string, parameters: readonly string[]): string =>
  parameters.reduce((path, parameter) => path.replace(/\{[^}]*\}/, parameter), template)
