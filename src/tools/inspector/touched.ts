import type { EntryJson, Line, RecordLink } from './entries'

function changedBy(entry: EntryJson, organization: string): readonly RecordLink[] {
  const { reason, record, records = [], changed } = entry
  if ((entry.organization ?? organization) !== organization) return []
  // Work of the clock names what it changed and nothing else.
  const own = changed === true ? [reason?.record, record] : []
  return [...own, ...records].filter((one) => one !== undefined)
}

/** The records that entries created, changed or removed: by type, the latest first. */
export function touchedBy(
  lines: readonly Line[],
  organization: string,
): ReadonlyMap<string, ReadonlySet<number>> {
  const touched = new Map<string, Set<number>>()
  for (const { entry } of [...lines].reverse())
    for (const { type, id } of changedBy(entry, organization)) {
      const known = touched.get(type)
      if (known) known.add(id)
      else touched.set(type, new Set([id]))
    }
  return touched
}

/** The entries that created or changed each of some records. */
export function changesOf(
  records: readonly RecordLink[],
  lines: readonly Line[],
  organization: string,
): (record: RecordLink) => ReadonlySet<Line> {
  const nameOf = ({ type, id }: RecordLink): string => `${type} ${id}`
  const found = new Map(records.map((record) => [nameOf(record), new Set<Line>()]))
  for (const line of lines)
    for (const one of changedBy(line.entry, organization)) found.get(nameOf(one))?.add(line)
  return (record) => found.get(nameOf(record)) ?? new Set()
}
