import { areMapsAlike, areSetsAlike, Bindings } from './bindings'

export interface EarlierKnown {
  readonly isStoodIn: boolean
  /** True if an answer shows it as a record of its own. */
  readonly isShown: boolean
}

/** The number of events about an object follows from the numbers of the events. */
const SETS = ['unknownLimits', 'overdrawn', 'guessed', 'unknown', 'made', 'keys', 'extra'] as const
const MAPS = ['eventNumbers', 'earlier', 'originals'] as const

/** Facts about the recording that a player has learnt, besides the state of its simulator. */
export class ReplayState {
  readonly bindings: Bindings
  /** Bodies that are equal once translated and were not before, by what they became. */
  readonly originals: Map<string, readonly string[]>
  readonly made: Set<string>
  /** Records that began earlier. */
  readonly earlier: Map<string, EarlierKnown>
  readonly keys: Set<string>
  /** Events of the simulator that the recording has not, and that were told. */
  readonly extra: Set<string>
  /** Records that uncompared writes may have changed, by kind and recorded identifier. */
  readonly unknown: Set<string>
  /** Of the events about one object, which each one is, and how many there were. */
  readonly eventNumbers: Map<string, number>
  readonly eventCounts: Map<string, number>
  /** Records that were found by nothing but their kind, because the recording shows nothing of them. */
  readonly guessed: Set<string>
  /** API keys of the recording whose limits turned out to be others than here, or cannot be followed. */
  readonly unknownLimits: Set<string>
  /** API keys that the service answered where the simulator's buckets were empty. */
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
