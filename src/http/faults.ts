import type { World } from '../engine/world'
import { addDuration, parseDuration } from '../kernel/duration'
import type { Row, Table } from '../kernel/store'
import { checkFault } from './check-fault'
import type { Fault, FaultEffect, FaultOptions } from './fault-options'
import { matchesPattern } from './fault-pattern'
import { type PlainRequest, plainRequest } from './plain-request'
import type { WireRequest } from './wire'

type Predicate = (request: PlainRequest) => boolean

interface FaultRow extends Row {
  readonly id: number
  /** Null: every request, or what the predicate says. */
  readonly on: string | null
  /** The predicate itself cannot be a row: it is kept beside them under the same id. */
  readonly hasPredicate: boolean
  readonly skip: number
  /** Null: without end. */
  readonly times: number | null
  readonly probability: number | null
  readonly until: number | null
  readonly effect: FaultEffect
  readonly skipped: number
  readonly hits: number
  /** False once used up or cleared. */
  readonly armed: boolean
  readonly cleared: boolean
}

/** A fault that acts on the request at hand. */
export interface Strike {
  readonly id: number
  readonly effect: FaultEffect
}

/** Failures on demand: armed here, acted out by the pipeline. */
export class Faults {
  readonly #world: World
  readonly #predicates: Map<number, Predicate>

  /** @internal */
  constructor(world: World, predicates: ReadonlyMap<number, Predicate> = new Map()) {
    this.#world = world
    this.#predicates = new Map(predicates)
  }

  /** @internal The same faults for a fork of the world. */
  forkFor(world: World): Faults {
    return new Faults(world, this.#predicates)
  }

  /** @throws OptionError */
  inject(options: FaultOptions): Fault {
    const { now } = this.#world.clock
    checkFault(options, now)
    const { on, skip = 0, probability = null, during } = options
    const times =
      options.times ?? (probability === null && during === undefined ? 1 : Number.POSITIVE_INFINITY)
    const id = (this.#table.last()?.id ?? 0) + 1
    this.#predicates.delete(id)
    if (typeof on === 'function') this.#predicates.set(id, on)
    this.#table.put({
      id,
      on: typeof on === 'string' ? on : null,
      hasPredicate: typeof on === 'function',
      skip,
      times: times === Number.POSITIVE_INFINITY ? null : times,
      probability,
      until: during === undefined ? null : addDuration(now, parseDuration(during)),
      effect: JSON.parse(JSON.stringify(options.then)) as FaultEffect,
      skipped: 0,
      hits: 0,
      armed: true,
      cleared: false,
    })
    return this.#fault(id)
  }

  /** Those that hit nothing so far, unless cleared. */
  unfired(): Fault[] {
    return this.#rows((row) => row.hits === 0 && !row.cleared)
  }

  /** Disarms everything; the hits so far stay readable. */
  clear(): void {
    this.#world.store.history.atomically(() => {
      for (const id of [...this.#table.keys()]) this.#change(id, { armed: false, cleared: true })
    })
  }

  /** Armed faults with a predicate, which no file can hold. */
  unexportable(): Fault[] {
    return this.#rows((row) => row.hasPredicate && row.armed)
  }

  /** @internal The first armed fault that hits this request, counted in a block of its own. */
  strike(request: WireRequest): Strike | undefined {
    if (this.#table.size === 0) return undefined
    const armed = this.#table.keysWhere('armed', true)
    if (armed.length === 0) return undefined
    return this.#world.store.history.atomically(() => {
      for (const id of [...armed]) {
        const row = this.#table.get(id)
        if (row && this.#matches(row, request) && this.#hits(row)) return { id: row.id, effect: row.effect }
      }
      return undefined
    })
  }

  #matches(row: FaultRow, request: WireRequest): boolean {
    if (row.until !== null && this.#world.clock.now >= row.until) return false
    if (row.on !== null) return matchesPattern(row.on, request.method, request.url.pathname)
    if (!row.hasPredicate) return true
    return this.#predicates.get(row.id)?.(plainRequest(request)) === true
  }

  #hits(row: FaultRow): boolean {
    if (row.skipped < row.skip) {
      this.#change(row.id, { skipped: row.skipped + 1 })
      return false
    }
    if (row.probability !== null && !this.#world.random.chance(row.probability)) return false
    const hits = row.hits + 1
    this.#change(row.id, { hits, armed: row.times === null || hits < row.times })
    return true
  }

  #change(id: number | string, change: Partial<FaultRow>): void {
    const row = this.#table.get(id)
    if (row) this.#table.put({ ...row, ...change } as FaultRow)
  }

  #rows(wanted: (row: FaultRow) => boolean): Fault[] {
    return [...this.#table.rows()].filter(wanted).map((row) => this.#fault(row.id))
  }

  #fault(id: number): Fault {
    const table = this.#table
    const row = table.get(id)
    const on = row?.on ?? (row?.hasPredicate ? 'a predicate' : 'every request')
    return {
      id,
      on,
      effect: row?.effect ?? { networkError: true },
      get hits() {
        return table.get(id)?.hits ?? 0
      },
    }
  }

  get #table(): Table<FaultRow> {
    return this.#world.store.table<FaultRow>('', 'faults')
  }
}
