import type { Store } from '../../kernel/store'
import { SEQUENCES } from './tables'

/** The next number of an organisation's sequence (§1.3). */
export function nextOf(store: Store, organization: string, name: string, start = 1): number {
  return takeFrom(store, organization, name, 1, start)
}

/** Takes several numbers with one write and returns the first. */
export function takeFrom(store: Store, organization: string, name: string, count: number, start = 1): number {
  const sequences = store.table(organization, SEQUENCES)
  const last = sequences.get(name)?.last
  const first = last === undefined ? start : last + 1
  sequences.put({ name, last: first + count - 1 })
  return first
}

/** The last number that was taken; 0 if none was. */
export const lastOf = (store: Store, organization: string, name: string): number =>
  store.table(organization, SEQUENCES).get(name)?.last ?? 0

/** Raises a sequence to a number given from outside; never lowers it. */
export function raiseTo(store: Store, organization: string, name: string, number: number): void {
  const sequences = store.table(organization, SEQUENCES)
  if (number > (sequences.get(name)?.last ?? 0)) sequences.put({ name, last: number })
}
