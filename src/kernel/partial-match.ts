import { hasMembers, isObject } from './is-object'

/** A member that differs from the wanted value. */
export interface Mismatch {
  /** Such as `items[0].rate`; empty for the whole value. */
  readonly path: string
  readonly wanted: unknown
  /** Undefined if the member is absent. */
  readonly given: unknown
}

/** The result of a comparison. Few differences and many matches mean that the value is similar. */
export interface Comparison {
  readonly matches: readonly { readonly path: string; readonly given: unknown }[]
  readonly differences: readonly Mismatch[]
}

/**
 * Compares the members of the wanted value at any depth. The given value may have more members. Lists are
 * compared by position; an empty list equals only an empty list. A wanted function or an asymmetric matcher
 * of a test runner is called with the given value.
 */
export function compare(wanted: unknown, given: unknown, path = ''): Comparison {
  const parts = partsOf(wanted, given)
  if (!parts) {
    const isAlike = fits(wanted, given)
    return {
      matches: isAlike ? [{ path, given }] : [],
      differences: isAlike ? [] : [{ path, wanted, given }],
    }
  }
  const compared = parts.map(([step, one, other]) => compare(one, other, joined(path, step)))
  return {
    matches: compared.flatMap(({ matches }) => matches),
    differences: compared.flatMap(({ differences }) => differences),
  }
}

type Part = readonly [step: string | number, wanted: unknown, given: unknown]

/** The parts to compare one by one; undefined if the values are compared as a whole. */
function partsOf(wanted: unknown, given: unknown): readonly Part[] | undefined {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(given) || wanted.length === 0) return undefined
    return wanted.map((one, index) => [index, one, given[index]])
  }
  // A Map or a Date has no members to compare, so it would match everything.
  if (!hasMembers(wanted) || isAsymmetric(wanted) || !isObject(given)) return undefined
  return Object.entries(wanted).map(([name, one]) => [name, one, given[name]])
}

function fits(wanted: unknown, given: unknown): boolean {
  if (typeof wanted === 'function') return Boolean((wanted as (value: unknown) => unknown)(given))
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(given)
  if (Array.isArray(wanted) && Array.isArray(given)) return given.length === 0
  return Object.is(wanted, given)
}

export const isAsymmetric = (value: unknown): value is { asymmetricMatch(other: unknown): boolean } =>
  typeof (value as { asymmetricMatch?: unknown } | null)?.asymmetricMatch === 'function'

const joined = (path: string, step: string | number): string => {
  if (typeof step === 'number') return `${path}[${step}]`
  return path === '' ? step : `${path}.${step}`
}
