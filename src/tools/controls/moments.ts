import { OptionError } from '../../errors/option-error'
import { internalsOf } from '../../simulator/internals-of'
import type { Simulator } from '../../simulator/simulator'
import type { Snapshot } from '../../simulator/simulator-state'

/** A state that one can go back to. */
interface KeptMoment {
  readonly state: number
  /** The last entry of the timeline before it; 0 without one. */
  readonly after: number
  /** Virtual time, ISO 8601. */
  readonly at: string
  /** The simulator's count of changes. */
  readonly revision: number
  /** Somebody has its number. */
  readonly isMarked: boolean
  /** Within a move of the clock or one action: such states are forgotten before the others. */
  readonly isWithin: boolean
  readonly snapshot: Snapshot
}

/** Each costs the rows that were written until the next one. */
const MOMENTS_AT_MOST = 200

/** The states between the latest changes, from when somebody asks for them, so that one can go back to before one. */
export class Moments {
  #kept: KeptMoment[] = []
  #isFollowing = false
  #taken = 0
  #actions = 0

  constructor(private readonly simulator: Simulator) {}

  /** Of states after one entry the latest. */
  get all(): readonly Pick<KeptMoment, 'after' | 'at'>[] {
    this.#forgetErased()
    return this.#kept.flatMap(({ after, at }, place) =>
      this.#kept[place + 1]?.after === after ? [] : [{ after, at }],
    )
  }

  /** Keeps the state now, and a moment after each turn of the event loop in which something changes from here on. */
  mark(): Pick<KeptMoment, 'state'> {
    if (!this.#isFollowing) this.simulator.subscribe(() => this.#take(false))
    this.#isFollowing = true
    const { state } = this.#take(true)
    return { state }
  }

  /** Keeps one state for all that an action does, the one at its end. */
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

  /** The latest one before an entry. @throws OptionError if there is none */
  before(entry: number): KeptMoment {
    this.#forgetErased()
    const moment = this.#kept.filter(({ after }) => after < entry).at(-1)
    if (moment) return moment
    throw new OptionError('before', `no state before entry ${entry} was kept`)
  }

  /** The one with that number. @throws OptionError if it is kept no more */
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
    const isSame = last?.revision === revision
    this.#taken += 1
    const moment = {
      state: isSame ? last.state : this.#taken,
      after: parts.recorder.sequence,
      at: clock.now,
      revision,
      isMarked: isMarked || (isSame && last.isMarked),
      isWithin: parts.time.isAdvancing || this.#actions > 0,
      snapshot: this.simulator.snapshot(),
    }
    // A state within an action does not take the place of the one before the action.
    const isLater = last?.after === moment.after && !last.isMarked && (last.isWithin || !moment.isWithin)
    if (isSame || isLater) this.#kept.pop()
    this.#kept.push(moment)
    if (this.#kept.length > MOMENTS_AT_MOST) {
      const dropped = this.#kept.findIndex((one) => one.isWithin && !one.isMarked && one !== moment)
      this.#kept.splice(Math.max(0, dropped), 1)
    }
    return moment
  }

  /** A restore or a reset erases what came later. */
  #forgetErased(): void {
    for (
      let last = this.#kept.at(-1);
      last && !internalsOf(this.simulator).snapshots.holds(last.snapshot);
      last = this.#kept.at(-1)
    )
      this.#kept.pop()
  }
}
