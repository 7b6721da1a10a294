import type { World } from '../../../engine/model/context'
import { remainingHits } from './fault-handle'
import type { Fault } from './fault-options'
import { constantsOf, type FaultFacts, type FaultRow, faultsIn, type HostPart } from './fault-rows'

/** What became of a fault in its simulator, in forks, and before the world was put back. Its row tells it of one world. */
export class FaultFate {
  hasHit = false
  /** True once it was used up or cleared. */
  isOver = false
  /** True once `faults.unfired` has named it. */
  isListed = false
  /** The fault as it was given to whoever injected it; undefined of one that a file brought. */
  handle: Fault | undefined
  /** The requests and deliveries that had asked for a fault when that was last asked what it hit. */
  seenAfter: number | undefined

  /** @param askedBefore the requests and deliveries that had asked for a fault before it was there */
  constructor(
    readonly host: HostPart = {},
    readonly askedBefore = 0,
  ) {}
}

/** The fates of all faults of a world. Whoever reads them marks nothing as seen. */
export class FaultFates {
  /** The requests and deliveries that asked for a fault. */
  asked = 0
  /** One for all forks of a simulator. */
  readonly family: object
  /** By the ids of the faults. It is replaced whole, so a state that is kept may share it. */
  all: ReadonlyMap<number, FaultFate>
  /** The faults that were injected here since anybody asked what they hit. */
  readonly #unseen = new Set<FaultFate>()

  /** @param origin those of the world of which this one is a fork */
  constructor(
    private readonly world: World,
    origin?: FaultFates,
  ) {
    this.family = origin?.family ?? {}
    // A world from a file brings faults that nobody injects.
    this.all =
      origin?.all ?? new Map([...faultsIn(world.store).rows()].map(({ id }) => [id, new FaultFate()]))
  }

  /** The world was put back to a state that had these. */
  adopt(all: ReadonlyMap<number, FaultFate>): void {
    this.all = all
  }

  of(id: number): FaultFate {
    return this.all.get(id) ?? new FaultFate()
  }

  begin(id: number, host: HostPart): FaultFate {
    const fate = new FaultFate(host, this.asked)
    this.all = new Map([...this.all, [id, fate]])
    this.#unseen.add(fate)
    return fate
  }

  /** Somebody asks through that handle what the fault has hit. */
  markSeen(fate: FaultFate, handle: Fault): void {
    this.#unseen.delete(fate)
    if (handle === fate.handle) fate.seenAfter = this.asked
  }

  /** Somebody has asked which faults hit nothing, or a test was judged. */
  markAllSeen(): void {
    this.#unseen.clear()
  }

  /** The faults that hit nothing and were not cleared. */
  idle(): FaultFacts[] {
    return this.#idleRows.map(constantsOf)
  }

  /** Those that were meant to hit and did not: none of chance, or for as long as the world is there. */
  missed(): FaultFacts[] {
    const { now } = this.world.clock
    return this.#idleRows
      .filter((row) => row.probability === null && Number.isFinite(remainingHits(row, now)))
      .filter(({ id }) => !this.of(id).hasHit)
      .map(constantsOf)
  }

  /** Those of them that were injected here, and that nobody has asked after. Traps need not hit. */
  missedUnseen(): FaultFacts[] {
    return this.missed().filter(
      ({ id, selection }) => selection.times !== null && this.#unseen.has(this.of(id)),
    )
  }

  get #idleRows(): FaultRow[] {
    return [...faultsIn(this.world.store).rows()].filter(({ hits, cleared }) => hits === 0 && !cleared)
  }
}
