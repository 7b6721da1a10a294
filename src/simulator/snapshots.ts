import { diffOf, type WorldDiff } from '../api/diff'
import type { World } from '../engine/model/context'
import { shown } from '../errors/option-error'
import { UsageError } from '../errors/usage-error'
import { AREAS } from '../events/changes/areas'
import type { ChangeFeed } from '../events/changes/change-feed'
import type { EventRecorder } from '../events/event-recorder'
import type { Change, Mark, RowChange } from '../kernel/store'
import type { ScenarioPlays } from '../scenario/scenario-plays'
import type { Faults } from '../service/http/faults/faults'
import type { HeldResponses } from '../service/http/responses/held-responses'
import { resumeInterrupted } from '../service/webhooks/resume'
import type { TimeDriver } from '../time/time-driver'
import { isExported, type WorldOption } from '../worlds/options/world'
import type { KeptState, Snapshot } from './simulator-state'

/** The parts that a rewind affects. */
interface Parts {
  readonly time: TimeDriver
  readonly held: HeldResponses
  readonly faults: Faults
  readonly recorder: EventRecorder
  readonly changes: ChangeFeed
  readonly scenarios: Pick<ScenarioPlays, 'seen'>
}

/** The saved states of a simulator, and the ways to return to them. */
export class Snapshots {
  readonly #initial: Mark
  /** The number of the timeline's last entry at each saved state, by its mark or store. */
  readonly #entries = new WeakMap<object, number>()

  /** The state of the world at construction is its initial state. */
  constructor(
    private readonly world: World,
    private readonly parts: Parts,
  ) {
    this.#initial = this.mark()
  }

  mark(): Mark {
    const mark = this.world.store.history.mark()
    this.#entries.set(mark, this.parts.recorder.sequence)
    return mark
  }

  /**
   * @throws UsageError while time advances, and for a snapshot of another simulator
   * @throws ErasedTimelineError for a snapshot that a restore to an earlier one has erased
   */
  restore(snapshot: Snapshot): void {
    this.refuseWhileAdvancing('restore')
    const mark = this.#markOf(snapshot)
    this.#replace('restore', () => this.world.store.history.rewind(mark), this.#entries.get(mark))
  }

  /** True if the snapshot can still be restored. */
  holds({ mark }: Snapshot): boolean {
    return this.world.store.history.holds(mark)
  }

  #markOf(snapshot: Snapshot): Mark {
    const mark = snapshot?.mark
    if (this.world.store.history.knows(mark)) return mark
    throw new UsageError(
      snapshot && isExported(snapshot as unknown as WorldOption)
        ? 'this is an export and no snapshot: createSimulator({ world: exported }) starts from it'
        : mark
          ? 'this is a snapshot of another simulator, such as a fork or that of another test'
          : `this is no snapshot, but ${shown(snapshot)}`,
    )
  }

  /** The differences between two states. Without the second, those until now. */
  diff(organization: string, from: Snapshot | KeptState, to?: Snapshot | KeptState): WorldDiff {
    const { world } = this
    this.parts.time.catchUp()
    const [changes, since] = this.#changes(from, to)
    return world.assumptions.withoutNoting(() => diffOf({ world, organization }, changes, since))
  }

  /** The changes between two states, and those since the second. */
  #changes(from: Snapshot | KeptState, to?: Snapshot | KeptState): readonly [Change[], Change[]] {
    const { store } = this.world
    const [kept, later] = [from, to].map((state) => (state as KeptState | undefined)?.store)
    if (kept) return [(later ?? store).changesSince(kept), later ? store.changesSince(later) : []]
    const first = this.#markOf(from as Snapshot)
    const last = to === undefined ? undefined : this.#markOf(to as Snapshot)
    return [store.history.between(first, last), last ? store.history.between(last) : []]
  }

  /** The writes since the initial state. */
  get written(): Change[] {
    return this.world.store.history.between(this.#initial)
  }

  reset(): void {
    this.#replace('reset', () => this.world.store.history.rewind(this.#initial))
    this.parts.recorder.clear()
  }

  /** Copies the current state. `goTo` can return to it whatever happens meanwhile. */
  keep(): KeptState {
    this.refuseWhileAdvancing('a snapshot')
    this.parts.time.catchUp()
    const store = this.world.store.copyNow()
    this.#entries.set(store, this.parts.recorder.sequence)
    return { store, faults: this.parts.faults.fates.all }
  }

  /** Unlike `restore`, keeps later states. The cost grows with the size of the world. */
  goTo({ store, faults }: KeptState): void {
    this.refuseWhileAdvancing('restore')
    this.#replace('restore', () => this.world.store.adopt(store), this.#entries.get(store))
    this.parts.faults.fates.adopt(faults)
  }

  /** Like `goTo` for some rows, to a state before any fault was injected. */
  goToRows(rows: readonly RowChange[]): void {
    this.refuseWhileAdvancing('restore')
    this.#replace('restore', () => this.world.store.adoptRows(rows))
    this.parts.faults.fates.adopt(new Map())
  }

  refuseWhileAdvancing(what: string): void {
    if (this.parts.time.isAdvancing)
      throw new UsageError(`${what} is refused while time advances; await the advance first`)
  }

  #replace(move: 'restore' | 'reset', replace: () => void, after?: number): void {
    const { recorder, time, changes, held, scenarios } = this.parts
    const before = this.world.clock.now
    replace()
    recorder.rewound(move, before, after)
    time.afterRewind(before)
    changes.touch(...AREAS)
    scenarios.seen.clear()
    held.endAll('the world was rewound')
    resumeInterrupted(this.world)
  }
}
