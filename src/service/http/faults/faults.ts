import type { World } from '../../../engine/model/context'
import { boundAtCaller } from '../../../errors/at-caller'
import { OptionError } from '../../../errors/option-error'
import { synchronous } from '../../../errors/synchronous'
import { plainRequest } from '../../../events/traffic/plain-request'
import type { WireRequest } from '../../../events/traffic/wire-message'
import { isObject } from '../../../kernel/is-object'
import type { Table } from '../../../kernel/store'
import { organizationOfKey } from '../checks/caller'
import type { Match } from '../routes/route'
import { checkFault } from './check-fault'
import type { KnownOperations } from './check-pattern'
import { matchesDelivery } from './delivery-pattern'
import { FaultFate } from './fault-fate'
import { type FaultsOwner, faultHandle, remainingHits } from './fault-handle'
import type { DeliveryAtHand } from './fault-kind'
import type { Fault, FaultOptions } from './fault-options'
import { matchesPattern } from './fault-pattern'
import {
  type FaultCandidate,
  type FaultHit,
  type FaultRow,
  faultRow,
  faultsIn,
  type HostPart,
  isDue,
  isNamedRequest,
  namesRequest,
  REASONS,
  watcherOf,
} from './fault-rows'
import { faultKindOf } from './read-effect'
import { countRequest, forgetRequests, type RequestCount } from './request-counts'

/** Failures on demand (docs/faults.md). The request pipeline and the sender of deliveries act them out. */
export class Faults {
  readonly #world: World
  readonly #owner: FaultsOwner
  /** The fates of the faults by their ids. It is replaced whole, so a state that is kept may share it. */
  #fates: ReadonlyMap<number, FaultFate>
  readonly #reach: KnownOperations
  /** The faults that were injected here since anybody asked what they hit. */
  readonly #unseen = new Set<FaultFate>()
  /** @internal The requests and deliveries that asked for a fault. */
  asked = 0
  /** @internal One for all forks of a simulator. */
  readonly family: object

  static readonly #bindMethods = boundAtCaller(Faults.prototype, 'faults.')

  /** @internal */
  constructor(
    world: World,
    reach: KnownOperations,
    owner: FaultsOwner = {},
    fates?: ReadonlyMap<number, FaultFate>,
    family: object = {},
  ) {
    this.family = family
    this.#world = world
    this.#reach = reach
    this.#owner = owner
    // A world from a file brings faults that nobody injects.
    this.#fates = fates ?? new Map([...this.#table.rows()].map(({ id }) => [id, new FaultFate()]))
    Faults.#bindMethods(this)
  }

  /** @internal The same faults for a fork of the world. */
  forkFor(world: World, owner: FaultsOwner): Faults {
    return new Faults(world, this.#reach, owner, this.#fates, this.family)
  }

  /** @internal */
  get fates(): ReadonlyMap<number, FaultFate> {
    return this.#fates
  }

  /** @internal The world was put back to a state that had these. */
  adopt(fates: ReadonlyMap<number, FaultFate>): void {
    this.#fates = fates
  }

  /**
   * Injects a fault. The first armed fault that matches a request or delivery acts; the others do not.
   * @throws OptionError naming the invalid option
   * @example
   * const lost = simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
   * await pushInvoices(simulator.baseUrl)
   * lost.hits // 1
   */
  inject(options: FaultOptions): Fault {
    this.#owner.catchUp?.()
    const side = checkFault(this.#world, this.#reach, options)
    const id = (this.#table.last()?.id ?? 0) + 1
    const hostPart: HostPart = {
      ...(typeof options.on === 'function' && { on: synchronous('on', options.on) }),
      ...(typeof options.when === 'function' && { when: synchronous('when', options.when) }),
      ...(faultKindOf(options.then).requests?.needsPast && { past: this.#world.store.copyNow() }),
    }
    const fate = new FaultFate(hostPart, this.asked)
    this.#fates = new Map([...this.#fates, [id, fate]])
    this.#unseen.add(fate)
    this.#table.put(faultRow(id, side, options, hostPart, this.#world.clock.now))
    const fault = this.#fault(id)
    fate.handle = fault
    this.#owner.injected?.(fault)
    return fault
  }

  /** All injected faults in order, including used and cleared ones. */
  list(): Fault[] {
    return this.#rows(() => true)
  }

  /** Faults without a hit so far, except cleared ones. */
  unfired(): Fault[] {
    const found = this.idle()
    for (const { id } of found) this.fateOf(id).isListed = true
    this.markSeen()
    return found
  }

  /** @internal Somebody has asked which faults hit nothing, or a test was judged. */
  markSeen(): void {
    this.#unseen.clear()
  }

  /** @internal The same for those who judge a test: it is no look of the test. */
  idle(): Fault[] {
    return this.#rows((row) => row.hits === 0 && !row.cleared)
  }

  /** @internal Those that were meant to hit and did not: none of chance, or for as long as the world is there. */
  missed(): Fault[] {
    const { now } = this.#world.clock
    return this.idle().filter(({ id, selection }) => {
      const row = this.#table.getRequired(id)
      return (
        selection.probability === null && Number.isFinite(remainingHits(row, now)) && !this.fateOf(id).hasHit
      )
    })
  }

  /** @internal Those of them that were injected here, and that nobody has asked after. Traps need not hit. */
  missedUnseen(): Fault[] {
    return this.missed().filter(
      ({ id, selection }) => selection.times !== null && this.#unseen.has(this.fateOf(id)),
    )
  }

  /** @internal */
  fateOf(id: number): FaultFate {
    return this.#fates.get(id) ?? new FaultFate()
  }

  /** Disarms all faults. Their hits stay readable. */
  clear(): void
  clear(...[fault]: readonly unknown[]): void {
    // It looks like what a hook hands on.
    if (isObject(fault) && 'disarm' in fault)
      throw new OptionError('clear', 'faults.clear takes no argument; fault.disarm() disarms one')
    this.#world.store.history.atomically(() => {
      for (const { id } of [...this.#table.rows()]) this.#end(id, { cleared: true })
    })
  }

  /** Armed faults that cannot be exported, with the reason. */
  unexportable(): { readonly id: number; readonly because: string }[] {
    const { now } = this.#world.clock
    return [...this.#table.rows()].flatMap(({ id, armed, until, host: [part] }) =>
      armed && part && (until === null || now < until) ? [{ id, because: REASONS[part] }] : [],
    )
  }

  /**
   * @internal The first armed fault that hits this request. Counts the hit.
   * @param shows whether a fault would change the answer, where only the answer tells
   */
  hit(request: WireRequest, match: Match, shows: (hit: FaultHit) => boolean): FaultHit | undefined {
    const { store } = this.#world
    return this.#firstHit({
      side: 'requests',
      organization: () => organizationOfKey(this.#world, request.headers),
      selects: (row) =>
        (row.on === null || matchesPattern(row.on, request.method, request.url.pathname)) &&
        this.#hostSelects(row, () => plainRequest(request)),
      canShow: ({ effect }) =>
        faultKindOf(effect).requests?.canShow?.(this.#world, request, match, effect) ?? true,
      shows: (hit) => faultKindOf(hit.effect).requests?.around === undefined || shows(hit),
      count: ({ id }) => countRequest(store, watcherOf(id), request),
    })
  }

  /** @internal The fault that hits a delivery. */
  hitDelivery({ organization, topic, request, ...delivery }: DeliveryAtHand): FaultHit | undefined {
    return this.#firstHit({
      side: 'deliveries',
      organization: () => organization,
      selects: (row) =>
        (row.on === null || matchesDelivery(row.on, request.url, topic)) &&
        this.#hostSelects(row, () => request),
      canShow: ({ effect }) => faultKindOf(effect).deliveries?.canShow?.(delivery, effect) ?? true,
    })
  }

  /** Asks a fault's own predicate. */
  #hostSelects({ id, host }: FaultRow, request: () => Parameters<NonNullable<HostPart['on']>>[0]): boolean {
    return !host.includes('on') || this.fateOf(id).host.on?.(request()) === true
  }

  #firstHit(candidate: FaultCandidate): FaultHit | undefined {
    this.asked += 1
    if (this.#table.size === 0) return undefined
    const armed = this.#table.keysWhere('armed', true)
    if (armed.length === 0) return undefined
    return this.#world.store.history.atomically(() => this.#hitOf([...armed] as number[], candidate))
  }

  #hitOf(armed: readonly number[], candidate: FaultCandidate): FaultHit | undefined {
    const { side, organization, selects, canShow, shows } = candidate
    const ordinals = this.#count(armed, candidate)
    const { now } = this.#world.clock
    for (const id of armed) {
      const row = this.#table.get(id)
      if (row?.side !== side || !isDue(row, now) || !canShow(row)) continue
      const isChosen = namesRequest(row) ? isNamedRequest(row, ordinals.get(id)) : selects(row)
      if (!isChosen || !this.#holds(row, organization)) continue
      const hit = { id, effect: row.effect, armedAt: row.armedAt, past: this.fateOf(id).host.past }
      if (shows?.(hit) === false || !this.#takeTurn(row)) continue
      this.#countHit(row)
      return hit
    }
    return undefined
  }

  /** Tells whether it is the turn of a fault that could hit. Counts what it lets pass. */
  #takeTurn({ id, skip, skipped, probability }: FaultRow): boolean {
    if (skipped >= skip) return probability === null || this.#world.random.chance(probability)
    this.#change(id, { skipped: skipped + 1 })
    return false
  }

  #countHit({ id, times, hits: before }: FaultRow): void {
    const hits = before + 1
    this.fateOf(id).hasHit = true
    if (times === null || hits < times) this.#change(id, { hits })
    else this.#end(id, { hits })
  }

  /** Counts the request for every armed fault that names one, whichever fault hits it. */
  #count(armed: readonly number[], { selects, count }: FaultCandidate): ReadonlyMap<number, RequestCount> {
    const ordinals = new Map<number, RequestCount>()
    if (!count) return ordinals
    for (const id of armed) {
      const row = this.#table.get(id)
      if (row && namesRequest(row) && isDue(row, this.#world.clock.now) && selects(row))
        ordinals.set(id, count(row))
    }
    return ordinals
  }

  #holds({ id, when, host }: FaultRow, organization: () => string | undefined): boolean {
    if (host.includes('when') && this.fateOf(id).host.when?.() !== true) return false
    if (when === null) return true
    const owner = organization()
    if (owner === undefined) return false
    const { records, atMost = Number.POSITIVE_INFINITY } = when
    const atLeast = when.atLeast ?? (when.atMost === undefined ? 1 : 0)
    const { size } = this.#world.store.table(owner, records)
    return size >= atLeast && size <= atMost
  }

  #end(id: number, change: Partial<FaultRow>): void {
    this.fateOf(id).isOver = true
    this.#change(id, { ...change, armed: false })
    forgetRequests(this.#world.store, watcherOf(id))
  }

  #change(id: number, change: Partial<FaultRow>): void {
    const row = this.#table.get(id)
    if (row) this.#table.put({ ...row, ...change })
  }

  #rows(wanted: (row: FaultRow) => boolean): Fault[] {
    return [...this.#table.rows()].filter(wanted).map((row) => this.#fault(row.id))
  }

  #fault(id: number): Fault {
    const fate = this.fateOf(id)
    return faultHandle(this.#table, id, this.#world.clock, {
      catchUp: () => this.#owner.catchUp?.(),
      markSeen: (fault) => {
        this.#unseen.delete(fate)
        if (fault === fate.handle) fate.seenAfter = this.asked
      },
      disarm: () => this.#world.store.history.atomically(() => this.#end(id, { cleared: true })),
    })
  }

  get #table(): Table<FaultRow> {
    return faultsIn(this.#world.store)
  }
}
