import type { Store } from '../../kernel/store'
import { SEQUENCES } from './tables'

/** The next number of an organisation's sequence (docs/service.md §1.3). */
export function nextOf(store: Store, organization: string, name: string, start = 1): number {
  const sequences = store.table(organization, SEQUENCES)
  const last = sequences.get(name)?.last
  const next = last === undefined ? start : last + 1
  sequences.put({ name, last: next })
  return next
}

/** Raises a sequence to a number given from outside; never lowers it. */
export function raiseTo(store: Store, organization: string, name: string, number: number): void {
  const sequences = store.table(organization, SEQUENCES)
  if (number > (sequences.get(name)?.last ?? 0)) sequences.put({ name, last: number })
}
