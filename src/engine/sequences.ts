import type { Store } from '../kernel/store'

export interface SequenceRow {
  readonly [column: string]: unknown
  readonly name: string
  readonly last: number
}

/** The next number of a sequence of one organisation (docs/service.md §1.3). */
export function nextOf(store: Store, organization: string, name: string, start = 1): number {
  const sequences = store.table<SequenceRow>(organization, 'sequences')
  const last = sequences.get(name)?.last
  const next = last === undefined ? start : last + 1
  sequences.put({ name, last: next })
  return next
}
