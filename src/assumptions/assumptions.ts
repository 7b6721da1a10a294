import { OptionError, wrongOption } from '../errors/option-error'
import { areAlike } from '../kernel/are-alike'
import { isPlainObject } from '../kernel/is-object'
import { didYouMean } from '../kernel/nearest-name'
import type { AssumptionEntry } from './assumption-entry'
import { OPEN_ALTERNATIVES } from './assumption-entry'
import { IdSet } from './id-set'
import {
  ASSUMPTION_IDS,
  ASSUMPTIONS,
  type AssumptionId,
  type AssumptionOverrides,
  type AssumptionValue,
} from './register'

type Values = { readonly [Id in AssumptionId]: AssumptionValue<Id> }

const entries: [string, AssumptionEntry][] = Object.entries(ASSUMPTIONS)
const DEFAULTS = Object.fromEntries(entries.map(([id, entry]) => [id, entry.value])) as Values

/** The assumptions that some work depended on, and all whose values it read. */
export interface Consulted {
  readonly restedOn: IdSet
  readonly asked: IdSet
}

/** The assumptions of one simulator, and a record of those that were used (§16). */
export class Assumptions {
  readonly #values: Values
  readonly #used = new IdSet()
  #asked = new IdSet()
  /** The set that records used ids: `#used`, or a set for one piece of work. */
  #notes = this.#used

  constructor(overrides: AssumptionOverrides = {}) {
    // The defaults are the prototype to save memory, because a process may hold thousands of simulators.
    this.#values = Object.assign(Object.create(DEFAULTS), checked(overrides))
  }

  read<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    this.#notes.add(id)
    return this.peek(id)
  }

  /** Reads the value without recording that the result depends on it. */
  peek<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    this.#asked.add(id)
    return this.#values[id]
  }

  /** The ids whose values differ from the default. */
  changed(): readonly AssumptionId[] {
    if (Object.keys(this.#values).length === 0) return []
    return ASSUMPTION_IDS.filter(
      (id) => Object.hasOwn(this.#values, id) && !areAlike(this.#values[id], DEFAULTS[id]),
    )
  }

  isAlike(others: Assumptions): boolean {
    return ASSUMPTION_IDS.every((id) => areAlike(this.#values[id], others.#values[id]))
  }

  /** The value for display. Records nothing. */
  inForce<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    return this.#values[id]
  }

  /** Records that a cache was made from the values of these ids. */
  noteAsked(ids: readonly AssumptionId[]): void {
    this.noteAllAsked(IdSet.of(ids))
  }

  /** Like `noteAsked`, for a set that was built once. */
  noteAllAsked(ids: IdSet): void {
    this.#asked.addAll(ids)
  }

  /** The ids whose values were read since the last call, even if they made no difference. */
  takeAsked(): readonly AssumptionId[] {
    const ids = this.#asked.list()
    this.#asked = new IdSet()
    return ids
  }

  /** Records assumptions that the behaviour depends on although no value was read. */
  noteUse(...ids: readonly AssumptionId[]): void {
    for (const id of ids) this.#notes.add(id)
  }

  /** Like `noteUse`, for a set that was built once and that every write records. */
  noteUseOfAll(ids: IdSet): void {
    this.#notes.addAll(ids)
  }

  /** True if all ids of the set are recorded already. */
  haveNoted(ids: IdSet): boolean {
    return this.#notes.hasAll(ids)
  }

  /** Runs a function. Returns the ids that it depended on, which also count as used. */
  collect<T>(work: () => T): { readonly result: T; readonly ids: readonly AssumptionId[] } {
    const notes = new IdSet()
    const result = this.#notingIn(notes, work)
    this.#notes.addAll(notes)
    return { result, ids: notes.list() }
  }

  /** Runs a function whose result is cached. Returns the assumptions that it consulted, too. */
  consulting<T>(work: () => T): { readonly result: T; readonly consulted: Consulted } {
    const restedOn = new IdSet()
    const outer = this.#asked
    const asked = new IdSet()
    this.#asked = asked
    try {
      return { result: this.#notingIn(restedOn, work), consulted: { restedOn, asked } }
    } finally {
      this.#asked = outer
      this.consultAgain({ restedOn, asked })
    }
  }

  /** Records the assumptions behind a cached result, each time that the result is used. */
  consultAgain({ restedOn, asked }: Consulted): void {
    this.#notes.addAll(restedOn)
    this.#asked.addAll(asked)
  }

  /** Runs a function that only reads, without recording assumptions as used. */
  withoutNoting<T>(look: () => T): T {
    return this.#notingIn(new IdSet(), look)
  }

  #notingIn<T>(notes: IdSet, work: () => T): T {
    const outer = this.#notes
    this.#notes = notes
    try {
      return work()
    } finally {
      this.#notes = outer
    }
  }

  /** The ids that were used so far, sorted. */
  used(): AssumptionId[] {
    return [...this.#used.list()]
  }
}

function checked(overrides: AssumptionOverrides): Partial<Values> {
  if (!isPlainObject(overrides)) {
    throw wrongOption('assumptions', 'an object of ids and values', overrides)
  }
  const values: Record<string, unknown> = {}
  for (const [id, value] of Object.entries(overrides)) {
    if (value === undefined) continue
    checkOverride(id, value)
    values[id] = id === 'size-limits' ? { ...DEFAULTS['size-limits'], ...overrides['size-limits'] } : value
  }
  return values
}

/** Throws an OptionError unless the assumption accepts the value in place of its default. */
function checkOverride(id: string, value: unknown): void {
  const option = `assumptions.${id}`
  const entry = entryOf(id)
  if (entry === undefined)
    throw new OptionError(
      option,
      `there is no assumption called '${id}'${didYouMean(id, Object.keys(ASSUMPTIONS))}`,
    )
  if (entry.alternatives === undefined) {
    throw new OptionError(option, `the assumption '${id}' is fixed: ${entry.says}`)
  }
  const { accepted, words } = judge(value, entry, entry.alternatives)
  if (!accepted) throw wrongOption(option, words, value)
}

const entryOf = (id: string): AssumptionEntry | undefined =>
  Object.hasOwn(ASSUMPTIONS, id) ? ASSUMPTIONS[id as keyof typeof ASSUMPTIONS] : undefined

function judge(
  value: unknown,
  entry: AssumptionEntry,
  alternatives: NonNullable<AssumptionEntry['alternatives']>,
): { accepted: boolean; words: string } {
  if (typeof alternatives === 'string') {
    const { accepts, words } = OPEN_ALTERNATIVES[alternatives]
    return { accepted: accepts(value, entry.value), words }
  }
  const words = `one of ${alternatives.map((one) => JSON.stringify(one)).join(', ')}`
  return { accepted: alternatives.includes(value), words }
}
