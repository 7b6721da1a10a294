import type { Rank } from '../explore/plan/kind'
import type { CoverageDimension, NeverMetRow } from './met-rows'

export const RANKS: readonly Rank[] = ['often', 'sometimes', 'rare']
const MOST_VALUABLE = 3

/** A client answers a family in one way: a test of one misfortune tells much about the others. */
const FAMILIES: readonly (readonly string[])[] = [
  ['no connection', 'unavailable', 'slow answer', 'server error', 'page of a proxy', 'cut body'],
  ['rate limit', 'storm'],
  ['replayed', 'while the first is under way', 'same key, another body', 'after the key expired'],
  ['second page', 'empty page'],
  ['twice', 'twice at once'],
  ['out of order', 'late'],
  ['wrong signature', 'old timestamp'],
  ['404', '409', '422'],
  ['401', '402', '403', 'rotated key'],
]

const familyOf = (what: string): readonly string[] => FAMILIES.find((family) => family.includes(what)) ?? []

/** An attacker can make these happen on purpose, so within their rank they come first. */
const ATTACKS: readonly string[] = ['wrong signature', 'old timestamp']

/**
 * The first of each family: by rank, attacks first, and then in the order of the tables. Those of which the tests have
 * met a relative come last.
 */
export function mostValuable(dimensions: readonly CoverageDimension[]): NeverMetRow[] {
  const [statuses, ...others] = dimensions
  const inOrder = [...others, ...(statuses ? [statuses] : [])]
  const met = new Set(inOrder.flatMap((one) => one.met.map(({ what }) => what)))
  const placeOf = ({ what, rank }: NeverMetRow): number => {
    const hasRelative = familyOf(what).some((one) => met.has(one))
    return RANKS.indexOf(rank) + (hasRelative ? RANKS.length : 0) - (ATTACKS.includes(what) ? 0.5 : 0)
  }
  const all = inOrder.flatMap(({ never }) => never).sort((a, b) => placeOf(a) - placeOf(b))
  const families = new Set<readonly string[] | string>()
  return all
    .filter(({ what }) => {
      const [family = what] = familyOf(what)
      return !families.has(family) && families.add(family)
    })
    .slice(0, MOST_VALUABLE)
    .map((one) => {
      const isLike = ({ what, operation, rank }: NeverMetRow): boolean =>
        what === one.what && rank === one.rank && operation !== one.operation
      const also = all.filter(isLike).map(({ operation }) => operation)
      return also.length === 0 ? one : { ...one, also }
    })
}
