import type { Scalar } from './row'

/** The order of all values of rows: numbers, then texts by code unit, then false, true and null. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (a === b) return 0
  if (a === null || b === null || typeof a !== typeof b) return rank(a) - rank(b)
  return a < b ? -1 : 1
}

function rank(value: Scalar): number {
  switch (typeof value) {
    case 'number':
      return 0
    case 'string':
      return 1
    case 'boolean':
      return 2
    default:
      return 3
  }
}
