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
import { FaultFates } from './fault-fates'
import { type FaultsOwner, faultHandle } from './fault-handle'
import type { DeliveryAtHand } from './fault-kind'
import type { Fault, FaultOptions } from './fault-options'
import { matchesPattern } from './fault-pattern'
import {
  constantsOf,
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
  readonly #reach: KnownOperations
  /** @internal */
  readonly fates: FaultFates

  static readonly #bindMethods = boundAtCaller(Faults.prototype, 'faults.')

  /** @internal */
  constructor(world: World, reach: KnownOperations, owner: FaultsOwner = {}, origin?: Faults) {
    this.#world = world
    this.#reach = reach
    this.#owner = owner
    this.fates = new FaultFates(world, origin?.fates)
    Faults.#bindMethods(this)
  }

  /** @internal The same faults for a fork of the world. */
  forkFor(world: World, owner: FaultsOwner): Faults {
    return new Faults(world, this.#reach, owner, this)
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
    const row = faultRow(id, side, options, hostPart, this.#world.clock.now)
    this.fates.begin(constantsOf(row), hostPart)
    this.#table.put(row)
    const fault = this.#fault(id)
    this.#owner.injected?.(fault)
    return fault
  }

  /** All injected faults in order, including used and cleared ones. */
  list(): Fault[] {
    return [...this.#table.rows()].map(({ id }) => this.#fault(id))
  }

  /** Faults without a hit so far, except cleared ones. */
  unfired(): Fault[] {
    const found = this.fates.idle().map(({ id }) => this.#fault(id))
    this.fates.markListed(found.map(({ id }) => id))
    return found
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
    return !host.includes('on') || this.fates.of(id)?.host.on?.(request()) === true
  }

  #firstHit(candidate: FaultCandidate): FaultHit | undefined {
    this.fates.asked += 1
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
      const hit = { id, effect: row.effect, armedAt: row.armedAt, past: this.fates.of(id)?.host.past }
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
    const fate = this.fates.of(id)
    if (fate) fate.hasHit = true
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
    if (host.includes('when') && this.fates.of(id)?.host.when?.() !== true) return false
    if (when === null) return true
    const owner = organization()
    if (owner === undefined) return false
    const { records, atMost = Number.POSITIVE_INFINITY } = when
    const atLeast = when.atLeast ?? (when.atMost === undefined ? 1 : 0)
    const { size } = this.#world.store.table(owner, records)
    return size >= atLeast && size <= atMost
  }

  #end(id: number, change: Partial<FaultRow>): void {
    const fate = this.fates.of(id)
    if (fate) fate.isOver = true
    this.#change(id, { ...change, armed: false })
    forgetRequests(this.#world.store, watcherOf(id))
  }

  #change(id: number, change: Partial<FaultRow>): void {
    const row = this.#table.get(id)
    if (row) this.#table.put({ ...row, ...change })
  }

  #fault(id: number): Fault {
    const fate = this.fates.of(id)
    return faultHandle(this.#table, id, this.#world.clock, {
      catchUp: () => this.#owner.catchUp?.(),
      markSeen: (fault) => this.fates.markSeen(fault, fate),
      disarm: () => this.#world.store.history.atomically(() => this.#end(id, { cleared: true })),
    })
  }

  get #table(): Table<FaultRow> {
    return faultsIn(this.#world.store)
  }
}
