import type { CompiledType } from '../engine/model/compiled-type'
import type { Scope } from '../engine/model/context'
import { serialize } from '../engine/read/serialize'
import type { EventLog } from '../events/timeline/event-log'
import type { TimelineEntry } from '../events/timeline/timeline-entry'
import { areAlike } from '../kernel/are-alike'
import type { Row } from '../kernel/store'

/** The members that differ, each with its value before and after; null for an absent member. */
export type ChangedMembers<Output = Record<string, unknown>> = {
  readonly [Member in keyof Output]?: readonly [before: Output[Member] | null, after: Output[Member] | null]
}

/** One version of a record, made by a write, a request or the clock. */
export interface RecordVersion<Output = Record<string, unknown>> {
  /** Counts the changes of the record, including those caused by other records. The creation is 1. */
  readonly revision: number
  /** Virtual time of the change, ISO 8601; null for a record that came with the world and never changed. */
  readonly at: string | null
  /** The author of the change: label of an API key, name of a call or a scenario, or kind of work. */
  readonly by: string | null
  /** The timeline's entry that made the change; null if the timeline never had it or has dropped it. */
  readonly cause: { readonly kind: string; readonly sequence: number } | null
  /** The members that differ from the previous version. Empty if that version is not known. */
  readonly changed: ChangedMembers<Output>
}

/** Members with the author and time of a change, which a version tells elsewhere. */
const STAMPS = ['updated_at', 'updated_by']

/** The record as `get` returns it. */
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

/** The known versions of a record, oldest first. */
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
