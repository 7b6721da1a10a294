import type { Line } from './entries'
import type { RecordLink } from './subject'

/** The records that entries created, changed or removed: by type, the latest first. */
export function touchedBy(
  lines: readonly Line[],
  organization: string,
): ReadonlyMap<string, ReadonlySet<number>> {
  const touched = new Map<string, Set<number>>()
  const add = ({ type, id }: RecordLink): void => {
    const known = touched.get(type)
    if (known) known.add(id)
    else touched.set(type, new Set([id]))
  }
  for (const { entry } of [...lines].reverse()) {
    const { reason, record, records, changed, organization: own } = entry
    if ((own ?? organization) !== organization) continue
    // Work of the clock names what it changed and nothing else.
    if (changed === true) for (const one of [reason?.record, record]) if (one) add(one)
    for (const one of records ?? []) add(one)
  }
  return touched
}
