import type { TimelineEntry } from './timeline/timeline-entry'

/** A change of a record: the row before it, its time and its cause. */
export interface StoredVersion {
  /** The organisation of the record. */
  readonly scope: string
  /** The table of the record. */
  readonly table: string
  /** The key of the record in the table. */
  readonly key: string | number
  /** The row before the change; null if there was none. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** The time of the change, as an RFC 3339 instant. */
  readonly at: string
  /** The number of the timeline's entry that made the change; null if there is none. */
  readonly cause: number | null
}

/** The timeline as plain data, for a storage. It contains keys and secrets. */
export interface StoredTimeline {
  /** The version of this form. A timeline of another form is not read. */
  readonly form: number
  /** The last number given to an entry. */
  readonly sequence: number
  /** The last entries, oldest first. */
  readonly entries: readonly TimelineEntry[]
  /** The causes of the last webhook events, as numbers of entries. */
  readonly causes: readonly (readonly [event: string, sequence: number])[]
  /** The last versions of records, for their histories; oldest first for each record. */
  readonly versions: readonly StoredVersion[]
}

export const FORM = 1

/** Added to a held request: after a restart, nobody can answer it. */
const ENDED = 'the simulator ended before the response'

/** Completes an entry after a restart, when nothing can be under way any more. */
export const afterRestart = (entry: TimelineEntry): TimelineEntry => {
  if (entry.kind === 'request' && entry.outcome === 'held')
    return { ...entry, outcome: 'lost', why: `${entry.why}; ${ENDED}` }
  return entry.kind === 'clock' && entry.to === null ? { ...entry, to: entry.from } : entry
}
