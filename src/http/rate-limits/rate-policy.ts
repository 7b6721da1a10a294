import type { World } from '../../engine/model/world'
import type { Row } from '../../kernel/store'
import type { Caller } from '../checks/identify'
import type { Match } from '../routes/router'
import type { Rate } from './buckets'

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

/** One bucket that a request takes a token from. */
export interface Limit {
  readonly id: string
  /** What it limits, for a person. */
  readonly name: string
  readonly rate: Rate
  readonly isCap: boolean
}

/**
 * The limits of a request in the order in which they are checked: aggregate, endpoint, cap. A path without an
 * operation counts in the aggregate only.
 */
export function limitsOf(
  world: World,
  limits: Exclude<RateLimits, false>,
  caller: Caller,
  match: Match,
): readonly Limit[] {
  const { key } = caller
  const aggregate = overrideOf(world, caller, null) ?? limits.aggregate ?? AGGREGATE
  const found: Limit[] = [{ id: `${key}|all`, name: 'aggregate bucket', rate: aggregate, isCap: false }]
  if (match.kind !== 'route') return found
  const endpoint = match.route.key
  const id = `${key}|${endpoint}`
  const rate = overrideOf(world, caller, endpoint) ?? limits.endpoint ?? ENDPOINT
  found.push({ id, name: `endpoint bucket of ${endpoint}`, rate, isCap: false })
  if (!CAPPED.has(endpoint)) return found
  const { burst, refillPerMinute } = world.assumptions.read('ratelimit-cap')
  const cap = { burst, refillPerSecond: refillPerMinute / 60 }
  found.push({ id: `${id}|cap`, name: `fixed cap of ${endpoint}`, rate: cap, isCap: true })
  return found
}

/** An override of the key wins over one of its organisation; among equals the later wins (docs/service.md §9.4). */
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

/** The names of path parameters make no difference. */
export const unnamed = (endpoint: string): string => endpoint.replace(/\{[^}]*\}/g, '{}')
