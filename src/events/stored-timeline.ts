import type { Row } from '../kernel/row'
import type { TimelineEntry } from './timeline/timeline-entry'

/** What a version of a record was replaced by, and when. */
export interface StoredVersion {
  readonly scope: string
  readonly table: string
  readonly key: string | number
  readonly before: Row | null
  readonly at: string
  readonly cause: number | null
}

/** The timeline as plain data, for a storage. It contains keys and secrets. */
export interface StoredTimeline {
  /** The version of its form. A timeline of another form is not read. */
  readonly form: number
  /** The last number given to an entry. */
  readonly sequence: number
  /** The last entries, oldest first. */
  readonly entries: readonly TimelineEntry[]
  /** What caused the last webhook events, as numbers of entries. */
  readonly causes: readonly (readonly [event: string, sequence: number])[]
  /** The last versions of records, for their histories; oldest first for each record. */
  readonly versions: readonly StoredVersion[]
}

export const FORM = 1

/** What nobody can answer any more. */
const ENDED = 'the simulator ended before the response'

/** An entry as it is after a restart: nothing of it is under way. */
export const afterRestart = (entry: TimelineEntry): TimelineEntry => {
  if (entry.kind === 'request' && entry.outcome === 'held')
    return { ...entry, outcome: 'lost', why: `${entry.why}; ${ENDED}` }
  return entry.kind === 'clock' && entry.to === null ? { ...entry, to: entry.from } : entry
}
