import { OptionError } from '../../errors/option-error'
import type { Simulator } from '../../simulator/simulator'
import type { Snapshot } from '../../simulator/simulator-state'

/** A state that one can go back to. */
interface Moment {
  /** The last entry of the timeline before it; 0 without one. */
  readonly after: number
  /** Virtual time, ISO 8601. */
  readonly at: string
  readonly snapshot: Snapshot
}

/** Beyond these the oldest are forgotten. Each costs the rows that were written until the next one. */
const MOMENTS_AT_MOST = 200

/** The states between the latest changes, from when somebody asks for them, so that one can go back to before one. */
export class Moments {
  #kept: Moment[] = []
  #isFollowing = false

  constructor(private readonly simulator: Simulator) {}

  get all(): readonly Omit<Moment, 'snapshot'>[] {
    this.#forgetErased()
    return this.#kept.map(({ after, at }) => ({ after, at }))
  }

  /** Keeps a moment now, and after each turn of the event loop in which something changed. */
  follow(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    this.simulator.subscribe(() => this.#take())
    this.#take()
  }

  /** Goes back to the latest moment before an entry. @throws OptionError if there is none */
  goBefore(entry: number): Omit<Moment, 'snapshot'> {
    this.#forgetErased()
    const moment = this.#kept.filter(({ after }) => after < entry).at(-1)
    if (!moment) throw new OptionError('before', `no state before entry ${entry} was kept`)
    this.simulator.restore(moment.snapshot)
    return { after: moment.after, at: moment.at }
  }

  #take(): void {
    this.#forgetErased()
    const { parts, clock } = this.simulator
    const moment = { after: parts.recorder.sequence, at: clock.now, snapshot: this.simulator.snapshot() }
    if (this.#kept.at(-1)?.after === moment.after) this.#kept.pop()
    this.#kept = [...this.#kept, moment].slice(-MOMENTS_AT_MOST)
  }

  /** A restore or a reset erases what came later. */
  #forgetErased(): void {
    for (
      let last = this.#kept.at(-1);
      last && !this.simulator.parts.rewinds.holds(last.snapshot);
      last = this.#kept.at(-1)
    )
      this.#kept.pop()
  }
}
