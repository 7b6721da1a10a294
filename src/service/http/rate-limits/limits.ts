import type { AssumptionValue } from '../../../assumptions/index'
import type { World } from '../../../engine/model/context'
import { as, type RowIn, worldTable } from '../../../kernel/table-shape'
import type { Caller } from '../checks/caller'
import type { Match } from '../routes/route'
import type { Rate } from './buckets'

/** Sizes for the two buckets of every key, or false for no limits (docs/service.md §9.1). */
export type RateLimits =
  | false
  | {
      readonly aggregate?: Rate
      readonly endpoint?: Rate
      /** By method and path, such as `POST /public/v1/invoices/` or `GET /public/v1/invoices/{}/`. */
      readonly routes?: Readonly<Record<string, Rate>>
    }

const AGGREGATE: Rate = { burst: 50, refillPerSecond: 5 }
const ENDPOINT: Rate = { burst: 10, refillPerSecond: 1 }

/** Endpoints with an additional fixed cap, which overrides do not change (docs/service.md §9.2). */
const CAPPED: ReadonlySet<string> = new Set([
  'POST /public/v2/invoices/',
  'PUT /public/v2/invoices/{record_number}/',
])

/** The fixed caps that the service may have (docs/service.md §9.2). */
const CAPS: Readonly<Record<AssumptionValue<'ratelimit-cap'>, Rate | undefined>> = {
  'burst-2': { burst: 2, refillPerSecond: 2 / 60 },
  'burst-1': { burst: 1, refillPerSecond: 2 / 60 },
  off: undefined,
}

export const RATE_LIMIT_OVERRIDES = worldTable('rateLimitOverrides', {
  id: as<string | number>()('count'),
  organization: 'text',
  /** Null for all keys of the organisation. */
  key: 'text?',
  /** Method and path, with `{}` or `{name}` for parameters. Null for the aggregate bucket. */
  route: 'text?',
  burst: 'count',
  refillPerSecond: 'number',
})
export interface Limit {
  readonly id: string
  /** The name of the bucket in messages. */
  readonly name: string
  readonly rate: Rate
  readonly isCap: boolean
}

/** The limits of a request in order: aggregate, endpoint, cap. Only the first without an operation. */
export function limitsOf(
  world: World,
  limits: Exclude<RateLimits, false>,
  caller: Caller,
  match: Match,
): readonly Limit[] {
  const { key } = caller
  const aggregate = aggregateRate(world, limits, caller)
  const found: Limit[] = [{ id: `${key}|all`, name: 'aggregate bucket', rate: aggregate, isCap: false }]
  if (match.kind !== 'route') return found
  const endpoint = match.route.key
  const id = `${key}|${endpointBucket(world, endpoint, match.parameters)}`
  const rate = endpointRate(world, limits, caller, endpoint)
  found.push({ id, name: `endpoint bucket of ${endpoint}`, rate, isCap: false })
  if (!CAPPED.has(endpoint)) return found
  const cap = capRate(world)
  if (!cap) return found
  found.push({ id: `${id}|cap`, name: `fixed cap of ${endpoint}`, rate: cap, isCap: true })
  return found
}

/** The rate that the option `routes` gives to an operation. */
function ownRate({ routes }: Exclude<RateLimits, false>, endpoint: string): Rate | undefined {
  if (routes === undefined) return undefined
  const name = Object.keys(routes).find(
    (route) => withoutParameterNames(route) === withoutParameterNames(endpoint),
  )
  return name === undefined ? undefined : routes[name]
}

/** The name of the bucket: one for each operation of a version, operation or path (docs/service.md §9.1). */
function endpointBucket({ assumptions }: World, endpoint: string, parameters: readonly string[]): string {
  switch (assumptions.read('ratelimit-scope')) {
    case 'route-with-version':
      return endpoint
    case 'route':
      return endpoint.replace(/\/v\d[^/]*\//, '/')
    case 'path':
      return [endpoint, ...parameters].join('|')
  }
}

type Owner = Pick<Caller, 'key' | 'organization'>
type Sizes = Exclude<RateLimits, false>

export const aggregateRate = (world: World, limits: Sizes, owner: Owner): Rate =>
  overrideOf(world, owner, null) ?? limits.aggregate ?? AGGREGATE

export const endpointRate = (world: World, limits: Sizes, owner: Owner, endpoint: string): Rate =>
  overrideOf(world, owner, endpoint) ?? ownRate(limits, endpoint) ?? limits.endpoint ?? ENDPOINT

export const capRate = ({ assumptions }: World): Rate | undefined => CAPS[assumptions.read('ratelimit-cap')]

/** An override for the key wins over one for its organisation. Of two equal ones the later wins (§9.4). */
function overrideOf(world: World, owner: Owner, endpoint: string | null): Rate | undefined {
  const overrides = world.store.worldTable(RATE_LIMIT_OVERRIDES)
  if (overrides.size === 0) return undefined
  const asked = endpoint === null ? null : withoutParameterNames(endpoint)
  let found: RowIn<typeof RATE_LIMIT_OVERRIDES> | undefined
  for (const row of overrides.rows()) {
    const applies =
      row.organization === owner.organization &&
      (row.key === null || row.key === owner.key) &&
      (row.route === null ? null : withoutParameterNames(row.route)) === asked
    if (applies && (row.key !== null || !found?.key)) found = row
  }
  return found
}

/** Makes templates comparable whose parameters only have other names. */
export const withoutParameterNames = (endpoint: string): string => endpoint.replace(/\{[^}]*\}/g, '{}')
