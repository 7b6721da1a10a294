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
  readonly #notedLists = new WeakSet<readonly AssumptionId[]>()

  constructor(overrides: AssumptionOverrides = {}) {
    this.#values = { ...DEFAULTS, ...checked(overrides) }
  }

  read<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    this.#used.add(id)
    return this.#values[id]
  }

  /** The value, for what may turn out not to depend on it. */
  peek<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    return this.#values[id]
  }

  /** Notes assumptions whose values make no difference here, but which the behaviour depends on. */
  restOn(...ids: readonly AssumptionId[]): void {
    for (const id of ids) this.#used.add(id)
  }

  /** The same for a list that is worked out once and noted by every write. */
  restOnAll(ids: readonly AssumptionId[]): void {
    if (this.#notedLists.has(ids)) return
    this.#notedLists.add(ids)
    this.restOn(...ids)
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
