import { compareScalars } from './compare-scalars'
import type { Key } from './row'

/** Position of the first key that is not below the given one; the length if all are below. */
export function positionOf(keys: readonly Key[], key: Key): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareScalars(keys[middle] as Key, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Inserts a new key. Tries the end first, because new records have the highest number. */
export function insertKey(keys: Key[], key: Key): void {
  const last = keys[keys.length - 1]
  if (last === undefined || compareScalars(last, key) < 0) keys.push(key)
  else keys.splice(positionOf(keys, key), 0, key)
}

/** Removes an existing key. Tries the end first, because undoing removes the newest key first. */
export function removeKey(keys: Key[], key: Key): void {
  if (keys[keys.length - 1] === key) keys.pop()
  else keys.splice(positionOf(keys, key), 1)
}
