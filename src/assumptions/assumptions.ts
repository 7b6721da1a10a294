import { wrongOption } from '../option-error'
import type { AssumptionEntry } from './assumption-entry'
import { checkOverride } from './check-override'
import { ASSUMPTIONS, type AssumptionId, type AssumptionOverrides, type AssumptionValue } from './register'

type Values = { readonly [Id in AssumptionId]: AssumptionValue<Id> }

const entries: [string, AssumptionEntry][] = Object.entries(ASSUMPTIONS)
const DEFAULTS = Object.fromEntries(entries.map(([id, entry]) => [id, entry.value])) as Values

/** The assumptions of one simulator, and which of them were asked for (docs/service.md §16). */
export class Assumptions {
  readonly #values: Values
  readonly #used = new Set<AssumptionId>()
  /** Where an id is noted: among the used, or for one piece of work alone. */
  #notes = this.#used
  /** The lists that are noted there already. */
  #notedLists = new WeakSet<readonly AssumptionId[]>()

  constructor(overrides: AssumptionOverrides = {}) {
    this.#values = { ...DEFAULTS, ...checked(overrides) }
  }

  read<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    this.#notes.add(id)
    return this.#values[id]
  }

  /** The value, for what may turn out not to depend on it. */
  peek<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    return this.#values[id]
  }

  /** Notes assumptions whose values make no difference here, but which the behaviour depends on. */
  restOn(...ids: readonly AssumptionId[]): void {
    for (const id of ids) this.#notes.add(id)
  }

  /** Runs a function and returns the ids that it rested on, which count as used. */
  during<T>(work: () => T): { readonly result: T; readonly ids: AssumptionId[] } {
    const ids = new Set<AssumptionId>()
    const result = this.#notingIn(ids, work)
    for (const id of ids) this.#notes.add(id)
    return { result, ids: [...ids].sort() }
  }

  /** Runs a function that only looks: what it rests on does not count as used. */
  quietly<T>(look: () => T): T {
    return this.#notingIn(new Set(), look)
  }

  #notingIn<T>(ids: Set<AssumptionId>, work: () => T): T {
    const [outer, lists] = [this.#notes, this.#notedLists]
    this.#notes = ids
    this.#notedLists = new WeakSet()
    try {
      return work()
    } finally {
      this.#notes = outer
      this.#notedLists = lists
    }
  }

  /** The same for a list that is worked out once and noted by every write. */
  restOnAll(ids: readonly AssumptionId[]): void {
    if (this.#notedLists.has(ids)) return
    this.#notedLists.add(ids)
    this.restOn(...ids)
  }

  /** Whether the ids have been noted already, so that noting them again changes nothing. */
  haveNoted(ids: readonly AssumptionId[]): boolean {
    return ids.every((id) => this.#notes.has(id))
  }

  /** The ids that anything rested on so far, sorted. */
  used(): AssumptionId[] {
    return [...this.#used].sort()
  }
}

function checked(overrides: AssumptionOverrides): Partial<Values> {
  if (typeof overrides !== 'object' || overrides === null) {
    throw wrongOption('assumptions', 'an object of ids and values', overrides)
  }
  const values: Record<string, unknown> = {}
  for (const [id, value] of Object.entries(overrides)) {
    if (value === undefined) continue
    checkOverride(id, value)
    values[id] = id === 'size-limits' ? { ...DEFAULTS['size-limits'], ...overrides['size-limits'] } : value
  }
  return values as Partial<Values>
}
