import type { World } from '../../../engine/model/context'
import { remainingHits } from './fault-handle'
import type { Fault } from './fault-options'
import { constantsOf, type FaultFacts, type FaultRow, faultsIn, type HostPart } from './fault-rows'

/**
 * The fate of an injected fault in all forks of a simulator, also before the world was put back. The row of the fault
 * tells of one world only. Forks share this object, so it holds no world.
 */
class FaultFate {
  hasHit = false
  /** True once it was used up or cleared. */
  isOver = false
  /** The handle that a watched test got. */
  testsHandle: WeakRef<Fault> | undefined
  /** The requests and deliveries that had asked for a fault when that handle was last read. */
  seenAfter: number | undefined

  /** @param askedBefore the requests and deliveries that had asked for a fault before it was there */
  constructor(
    readonly id: number,
    readonly on: string,
    readonly host: HostPart,
    readonly askedBefore: number,
  ) {}
}

/** The fates of the faults that were injected, not of those of a file. Whoever reads them marks none as seen. */
export class FaultFates {
  /** The requests and deliveries that asked for a fault. */
  asked = 0
  /** One for all forks of a simulator. */
  readonly family: object
  /** The fates by fault id. The map is replaced and never changed, so that a kept state may share it. */
  all: ReadonlyMap<number, FaultFate>
  /** The ids of the faults that were injected here since anybody asked what they hit. */
  readonly #unseen = new Set<number>()
  /** The faults that `faults.unfired` has named here. */
  readonly #listed = new WeakSet<FaultFate>()

  /** @param origin those of the world of which this one is a fork */
  constructor(
    private readonly world: World,
    origin?: FaultFates,
  ) {
    this.family = origin?.family ?? {}
    this.all = origin?.all ?? new Map()
  }

  /** The world was put back to a state that had these. */
  adopt(all: ReadonlyMap<number, FaultFate>): void {
    this.all = all
  }

  of(id: number): FaultFate | undefined {
    return this.all.get(id)
  }

  begin({ id, on }: FaultFacts, host: HostPart): void {
    this.all = new Map([...this.all, [id, new FaultFate(id, on, host, this.asked)]])
    this.#unseen.add(id)
  }

  /** Called when the hits of a fault are read through its handle. */
  markSeen(handle: Fault, fate: FaultFate | undefined): void {
    this.#unseen.delete(handle.id)
    if (fate?.testsHandle?.deref() === handle) fate.seenAfter = this.asked
  }

  /** Called when `faults.unfired` has named these faults. */
  markListed(ids: readonly number[]): void {
    for (const fate of ids.map((id) => this.of(id))) if (fate) this.#listed.add(fate)
    this.markAllSeen()
  }

  isListed(fate: FaultFate): boolean {
    return this.#listed.has(fate)
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
      .filter(({ id }) => !this.of(id)?.hasHit)
      .map(constantsOf)
  }

  /** Those of them that were injected here, and that nobody has asked after. Traps need not hit. */
  missedUnseen(): FaultFacts[] {
    return this.missed().filter(({ id, selection }) => selection.times !== null && this.#unseen.has(id))
  }

  get #idleRows(): FaultRow[] {
    return [...faultsIn(this.world.store).rows()].filter(({ hits, cleared }) => hits === 0 && !cleared)
  }
}
