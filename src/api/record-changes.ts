import type { CompiledType } from '../engine/model/compiled-type'
import type { Scope } from '../engine/model/context'
import { serialize } from '../engine/read/serialize'
import type { EventLog } from '../events/timeline/event-log'
import type { TimelineEntry } from '../events/timeline/timeline-entry'
import { areAlike } from '../kernel/are-alike'
import type { Row } from '../kernel/store'

/** The members that differ, each with its value before and after; null where there is none. */
export type ChangedMembers<Output = Record<string, unknown>> = {
  readonly [Member in keyof Output]?: readonly [before: Output[Member] | null, after: Output[Member] | null]
}

/** One version of a record: what a write, a request or the clock made of it. */
export interface RecordVersion<Output = Record<string, unknown>> {
  /** Counts the changes of the record, also those that another record caused; 1 is its creation. */
  readonly revision: number
  /** Virtual time of the change, ISO 8601; null for a record that came with the world and was not changed since. */
  readonly at: string | null
  /** The label of the API key, the call, the scenario or the kind of work that changed it. */
  readonly by: string | null
  /** The entry of the timeline that changed it; null if the timeline does not have it, or has forgotten it. */
  readonly cause: { readonly kind: string; readonly sequence: number } | null
  /** The members that differ from the version before. Empty if that one is not known. */
  readonly changed: ChangedMembers<Output>
}

/** The authors and instants of changes, which a version tells in other members. */
const STAMPS = ['updated_at', 'updated_by']

/** A record as `get` returns it. */
export const shownRecord = (scope: Scope, type: CompiledType, row: Row): Row =>
  JSON.parse(JSON.stringify(serialize(scope, type, row, 'detail')))

export function changedMembers(
  scope: Scope,
  type: CompiledType,
  before: Row | undefined,
  after: Row,
): ChangedMembers {
  const [old, now] = [before ? shownRecord(scope, type, before) : {}, shownRecord(scope, type, after)]
  const pairs = [...new Set([...Object.keys(old), ...Object.keys(now)])].map(
    (name) => [name, [old[name] ?? null, now[name] ?? null]] as const,
  )
  return Object.fromEntries(
    pairs.filter(([name, [one, other]]) => !STAMPS.includes(name) && !areAlike(one, other)),
  )
}

function authorOf(entry: TimelineEntry): string | null {
  switch (entry.kind) {
    case 'request':
      return entry.key
    case 'write':
      return entry.call
    case 'step':
      return entry.scenario
    case 'work':
      return entry.work
    default:
      return null
  }
}

/** The versions of a record that are known, oldest first. */
export const historyOf = (scope: Scope, type: CompiledType, row: Row, log: EventLog): RecordVersion[] =>
  log.versions.of(row).map(({ row: version, before, at, cause }) => {
    const { revision = 0, updated_at = null, created_at = null } = version as Partial<Record<string, never>>
    const entry = cause?.sequence === undefined ? undefined : log.entryAt(cause.sequence)
    return {
      revision,
      at: at ?? updated_at ?? created_at,
      by: entry ? authorOf(entry) : null,
      cause: entry ? { kind: entry.kind, sequence: entry.sequence } : null,
      changed: at === undefined ? {} : changedMembers(scope, type, before, version),
    }
  })
