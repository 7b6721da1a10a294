import { OptionError } from '../../errors/option-error'
import type { TimelineEntry } from '../../events/timeline/timeline-entry'
import { internalsOf } from '../../simulator/internals-of'
import type { Simulator } from '../../simulator/simulator'
import type { Snapshot } from '../../simulator/simulator-state'

/** A state to which users can go back. */
interface KeptMoment {
  readonly state: number
  /** The timeline's last entry before this state; 0 if there is none. */
  readonly after: number
  /** Virtual time, ISO 8601. */
  readonly at: string
  /** The simulator's revision number. */
  readonly revision: number
  /** True if a caller knows its number. */
  readonly isMarked: boolean
  /** True for a state within a move of the clock or within an action. Such states are dropped first. */
  readonly isWithin: boolean
  /** A request failed between it and the next one. */
  isBeforeFailure: boolean
  readonly snapshot: Snapshot
}

/** The most moments. Each costs memory for the rows written until the next one. */
const MOMENTS_AT_MOST = 200
/**
 * The latest ones all stay. Of the older ones some do, the fewer the older they are, rather those before failures, and
 * those that a caller knows.
 */
const LATEST = 100
const WEIGHT = 20

const isOfMove = ({ isWithin, isMarked }: KeptMoment): boolean => isWithin && !isMarked

const isFailure = (entry: TimelineEntry): boolean =>
  entry.kind === 'request' &&
  (entry.response ? entry.response.status >= 400 : entry.outcome === 'lost' || entry.outcome === 'aborted')

/** The latest states of a simulator, recorded from the first `mark` on, so that users can go back. */
export class Moments {
  #kept: KeptMoment[] = []
  #isFollowing = false
  #taken = 0
  #actions = 0

  constructor(private readonly simulator: Simulator) {}

  /** The recorded states; of several after the same timeline entry, only the last one. */
  get all(): readonly Pick<KeptMoment, 'after' | 'at'>[] {
    this.#forgetErased()
    return this.#kept.flatMap(({ after, at }, place) =>
      this.#kept[place + 1]?.after === after ? [] : [{ after, at }],
    )
  }

  /** Records the current state, and from now on also the state after each turn with a change. */
  mark(): Pick<KeptMoment, 'state'> {
    if (!this.#isFollowing) this.simulator.subscribe(() => this.#take(false))
    this.#isFollowing = true
    const { state } = this.#take(true)
    return { state }
  }

  /** Records a single state for an action, taken at its end. */
  async asOne<T>(action: () => T): Promise<Awaited<T>> {
    const before = this.#taken
    this.#actions += 1
    try {
      return await action()
    } finally {
      this.#actions -= 1
      this.#kept = this.#kept.filter(
        ({ state, isWithin, isMarked }) => state <= before || !isWithin || isMarked,
      )
      if (this.#isFollowing) this.#take(false)
    }
  }

  /** The last state before a timeline entry. @throws OptionError if there is none */
  before(entry: number): KeptMoment {
    this.#forgetErased()
    const moment = this.#kept.filter(({ after }) => after < entry).at(-1)
    if (moment) return moment
    throw new OptionError('before', `no state before entry ${entry} was kept`)
  }

  /** The state with a number. @throws OptionError if it is no longer stored */
  numbered(wanted: number): KeptMoment {
    this.#forgetErased()
    const moment = this.#kept.find(({ state }) => state === wanted)
    if (moment) return moment
    throw new OptionError('state', `state ${wanted} is kept no more`)
  }

  goTo({ snapshot, after, at }: KeptMoment): Pick<KeptMoment, 'after' | 'at'> {
    this.simulator.restore(snapshot)
    return { after, at }
  }

  #take(isMarked: boolean): KeptMoment {
    this.#forgetErased()
    const { clock } = this.simulator
    const parts = internalsOf(this.simulator)
    const last = this.#kept.at(-1)
    const { revision } = parts.changes
    if (last) last.isBeforeFailure ||= parts.recorder.since(last.after).some(isFailure)
    const isSame = last?.revision === revision
    this.#taken += 1
    const moment = {
      state: isSame ? last.state : this.#taken,
      after: parts.recorder.sequence,
      at: clock.now,
      revision,
      isMarked: isMarked || (isSame && last.isMarked),
      isWithin: parts.time.isAdvancing || this.#actions > 0,
      isBeforeFailure: isSame && last.isBeforeFailure,
      snapshot: this.simulator.snapshot(),
    }
    // A state within an action must not replace the state from before the action.
    const isLater = last?.after === moment.after && !last.isMarked && (last.isWithin || !moment.isWithin)
    if (isSame || isLater) this.#kept.pop()
    this.#kept.push(moment)
    if (this.#kept.length > MOMENTS_AT_MOST) {
      const isWithin = this.#kept.slice(0, -1).some(isOfMove)
      // A reset leads to the state before the first entry.
      const place = !isWithin && this.#kept[0]?.after === 0 ? 0 : this.#leastMissed(isWithin)
      const [dropped] = this.#kept.splice(place, 1)
      const before = this.#kept[place - 1]
      // The state before it is the nearest one to its failure now.
      if (before && dropped?.isBeforeFailure) before.isBeforeFailure = true
    }
    return moment
  }

  /** The place of a state whose neighbours are near, as seen from now. */
  #leastMissed(isWithin: boolean): number {
    const kept = this.#kept
    const now = kept.at(-1)?.after ?? 0
    let [least, found] = [Number.POSITIVE_INFINITY, 0]
    for (const [at, one] of kept.entries()) {
      const [before, next] = [kept[at - 1], kept[at + 1]]
      if (!before || !next || (isWithin ? !isOfMove(one) : at >= kept.length - LATEST)) continue
      const apart = (next.after - before.after) * (one.isBeforeFailure || one.isMarked ? WEIGHT : 1)
      const missed = apart / (1 + now - one.after)
      if (missed < least) [least, found] = [missed, at]
    }
    return found
  }

  /** A restore or a reset invalidates later snapshots. */
  #forgetErased(): void {
    for (
      let last = this.#kept.at(-1);
      last && !internalsOf(this.simulator).snapshots.holds(last.snapshot);
      last = this.#kept.at(-1)
    )
      this.#kept.pop()
  }
}
