import type { World } from '../../../engine/model/context'
import { formatInstant } from '../../../kernel/instant'
import { type ApiKeyRow, keyName, keysOf } from '../checks/caller'
import { bucketNow, bucketsIn, type Rate } from './buckets'
import { aggregateRate, capRate, endpointRate, type RateLimits } from './limits'

/** A token bucket as it is now (docs/service.md §9.1). */
export interface BucketState extends Rate {
  /** The key that uses it. */
  readonly key: string
  /** The label of the key, or the key with its middle hidden. */
  readonly label: string
  /** An aggregate bucket counts all requests of a key, the others count those of one operation. */
  readonly kind: 'aggregate' | 'endpoint' | 'cap'
  /** The operation; null for the aggregate bucket. */
  readonly route: string | null
  /** With fractions; negative if an override made the bucket smaller. */
  readonly tokens: number
  /** The bucket is full again then: ISO 8601 in UTC, now if it is full. */
  readonly fullAt: string
}

/** The buckets that the keys of an organisation have used so far, by key. */
export function listBuckets(world: World, limits: RateLimits, organization: string): BucketState[] {
  if (limits === false) return []
  const ids = [...bucketsIn(world).rows()].map(({ id }) => id)
  return [...keysOf(world).rows()]
    .filter((row) => row.organization === organization)
    .flatMap((row) =>
      ids
        .filter((id) => id.startsWith(`${row.key}|`))
        .map((id) => stateOf(world, limits, row, id.slice(row.key.length + 1))),
    )
}

function stateOf(
  world: World,
  limits: Exclude<RateLimits, false>,
  owner: ApiKeyRow,
  name: string,
): BucketState {
  const { key } = owner
  const isCap = name.endsWith('|cap')
  const kind = name === 'all' ? 'aggregate' : isCap ? 'cap' : 'endpoint'
  const [endpoint = '', ...parameters] = (isCap ? name.slice(0, -'|cap'.length) : name).split('|')
  const rate =
    kind === 'aggregate'
      ? aggregateRate(world, limits, owner)
      : ((isCap ? capRate(world) : undefined) ?? endpointRate(world, limits, owner, endpoint))
  const { burst, refillPerSecond } = rate
  const { tokens, fullAt } = bucketNow(world, `${key}|${name}`, rate)
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

/** The path, where buckets count paths. */
const filled = (template: string, parameters: readonly string[]): string =>
  parameters.reduce((path, parameter) => path.replace(/\{[^}]*\}/, parameter), template)
