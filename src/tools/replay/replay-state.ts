import { areMapsAlike, areSetsAlike, Bindings } from './bindings'

export interface EarlierKnown {
  readonly isStoodIn: boolean
  /** True if an answer contains the record itself. */
  readonly isShown: boolean
}

/** The counts of events follow from the numbers of the events, so they need no comparison. */
const SETS = ['unknownLimits', 'overdrawn', 'guessed', 'unknown', 'made', 'keys', 'extra'] as const
const MAPS = ['eventNumbers', 'earlier', 'originals'] as const

/** The facts that a replayer has learnt from the recording, besides its simulator's state. */
export class ReplayState {
  readonly bindings: Bindings
  /** Different recorded bodies that become equal when translated, by the translated text. */
  readonly originals: Map<string, readonly string[]>
  readonly made: Set<string>
  /** Records that are older than the recording. */
  readonly earlier: Map<string, EarlierKnown>
  readonly keys: Set<string>
  /** The simulator's events that are missing from the recording and were already reported. */
  readonly extra: Set<string>
  /** Records that uncompared writes may have changed, by kind and recorded identifier. */
  readonly unknown: Set<string>
  /** The number of each event among those of its object, and the count of events by object. */
  readonly eventNumbers: Map<string, number>
  readonly eventCounts: Map<string, number>
  /** Records that were matched only by their kind, because the recording shows no details. */
  readonly guessed: Set<string>
  /** API keys of the recording whose rate limits differ from the simulator's or cannot be tracked. */
  readonly unknownLimits: Set<string>
  /** API keys that the service still answered when the simulator's bucket was empty. */
  readonly overdrawn: Set<string>

  constructor(from?: ReplayState) {
    this.bindings = from?.bindings.copy() ?? new Bindings()
    this.originals = new Map(from?.originals)
    this.made = new Set(from?.made)
    this.earlier = new Map(from?.earlier)
    this.keys = new Set(from?.keys)
    this.extra = new Set(from?.extra)
    this.unknown = new Set(from?.unknown)
    this.eventNumbers = new Map(from?.eventNumbers)
    this.eventCounts = new Map(from?.eventCounts)
    this.guessed = new Set(from?.guessed)
    this.unknownLimits = new Set(from?.unknownLimits)
    this.overdrawn = new Set(from?.overdrawn)
  }

  isAlike(other: ReplayState): boolean {
    return (
      SETS.every((name) => areSetsAlike(this[name], other[name])) &&
      MAPS.every((name) => areMapsAlike<string, unknown>(this[name], other[name])) &&
      this.bindings.isAlike(other.bindings)
    )
  }
}
