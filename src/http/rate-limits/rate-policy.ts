import type { World } from '../../engine/model/world'
import type { Row } from '../../kernel/store'
import type { Caller } from '../identify'
import type { Rate } from './bucket'

/** Other sizes for the two buckets of every key, or none at all (docs/service.md §9.1). */
export type RateLimits = false | { readonly aggregate?: Rate; readonly endpoint?: Rate }

const AGGREGATE: Rate = { burst: 50, refillPerSecond: 5 }
const ENDPOINT: Rate = { burst: 10, refillPerSecond: 1 }

/** Endpoints with a fixed cap besides; overrides leave it alone (docs/service.md §9.2). */
const CAPPED: ReadonlySet<string> = new Set([
  'POST /public/v2/invoices/',
  'PUT /public/v2/invoices/{record_number}/',
])

export interface RateLimitOverrideRow extends Row, Rate {
  readonly id: string | number
  /** Null: of every organisation. */
  readonly organization: string | null
  /** Null: of every key. */
  readonly key: string | null
  /** Method and path, `{}` or `{name}` for what varies; null: the aggregate bucket. */
  readonly route: string | null
}

export function aggregateRate(world: World, limits: Exclude<RateLimits, false>, caller: Caller): Rate {
  return overrideOf(world, caller, null) ?? limits.aggregate ?? AGGREGATE
}

export function endpointRate(
  world: World,
  limits: Exclude<RateLimits, false>,
  caller: Caller,
  endpoint: string,
): Rate {
  return overrideOf(world, caller, endpoint) ?? limits.endpoint ?? ENDPOINT
}

export function capRate(world: World, endpoint: string): Rate | undefined {
  if (!CAPPED.has(endpoint)) return undefined
  const { burst, refillPerMinute } = world.assumptions.read('ratelimit-cap')
  return { burst, refillPerSecond: refillPerMinute / 60 }
}

/**
 * One of the key itself goes before one of its organisation; of equals the later counts (docs/service.md
 * §9.4).
 */
function overrideOf(world: World, caller: Caller, endpoint: string | null): Rate | undefined {
  const overrides = world.store.table<RateLimitOverrideRow>('', 'rateLimitOverrides')
  if (overrides.size === 0) return undefined
  const asked = endpoint === null ? null : unnamed(endpoint)
  let found: RateLimitOverrideRow | undefined
  for (const row of overrides.rows()) {
    const applies =
      (row.organization === null || row.organization === caller.organization) &&
      (row.key === null || row.key === caller.key) &&
      (row.route === null ? null : unnamed(row.route)) === asked
    if (applies && precision(row) >= precision(found)) found = row
  }
  return found
}

const precision = (row: RateLimitOverrideRow | undefined): number => {
  if (row === undefined) return 0
  return (row.key === null ? 0 : 2) + (row.organization === null ? 0 : 1)
}

/** So that parameters may be called as one likes. */
export const unnamed = (endpoint: string): string => endpoint.replace(/\{[^}]*\}/g, '{}')
