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

/** The assumptions that a piece of work rested on, and all whose values it asked for. */
export interface Consulted {
  readonly restedOn: IdSet
  readonly asked: IdSet
}

/** The assumptions of one simulator, and which of them were asked for (§16). */
export class Assumptions {
  readonly #values: Values
  readonly #used = new IdSet()
  #asked = new IdSet()
  /** Ids are noted here: among the used, or for one piece of work alone. */
  #notes = this.#used

  constructor(overrides: AssumptionOverrides = {}) {
    // The defaults are the prototype, because a process may hold thousands of simulators.
    this.#values = Object.assign(Object.create(DEFAULTS), checked(overrides))
  }

  read<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    this.#notes.add(id)
    return this.peek(id)
  }

  /** Reads the value without noting that the result depends on it. */
  peek<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    this.#asked.add(id)
    return this.#values[id]
  }

  /** The ids that have another value than by default. */
  changed(): readonly AssumptionId[] {
    if (Object.keys(this.#values).length === 0) return []
    return ASSUMPTION_IDS.filter(
      (id) => Object.hasOwn(this.#values, id) && !areAlike(this.#values[id], DEFAULTS[id]),
    )
  }

  isAlike(others: Assumptions): boolean {
    return ASSUMPTION_IDS.every((id) => areAlike(this.#values[id], others.#values[id]))
  }

  /** The value, for people to look at. */
  inForce<Id extends AssumptionId>(id: Id): AssumptionValue<Id> {
    return this.#values[id]
  }

  /** Notes that the values were asked for, by something that keeps what it worked out from them. */
  noteAsked(ids: readonly AssumptionId[]): void {
    this.noteAllAsked(IdSet.of(ids))
  }

  /** Asks for a set of assumptions that is worked out once. */
  noteAllAsked(ids: IdSet): void {
    this.#asked.addAll(ids)
  }

  /** The ids whose values were asked for since the last call, whether they made a difference or not. */
  takeAsked(): readonly AssumptionId[] {
    const ids = this.#asked.list()
    this.#asked = new IdSet()
    return ids
  }

  /** Notes assumptions whose values make no difference here, but which the behaviour depends on. */
  noteUse(...ids: readonly AssumptionId[]): void {
    for (const id of ids) this.#notes.add(id)
  }

  /** Rests on a set of assumptions that is worked out once and noted by every write. */
  noteUseOfAll(ids: IdSet): void {
    this.#notes.addAll(ids)
  }

  /** Tells whether the ids of such a set have been noted already, so that noting them again changes nothing. */
  haveNoted(ids: IdSet): boolean {
    return this.#notes.hasAll(ids)
  }

  /** Runs a function and returns the ids that it rested on, which count as used. */
  collect<T>(work: () => T): { readonly result: T; readonly ids: readonly AssumptionId[] } {
    const notes = new IdSet()
    const result = this.#notingIn(notes, work)
    this.#notes.addAll(notes)
    return { result, ids: notes.list() }
  }

  /** Runs a function whose result is kept, and returns what it consulted besides. */
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

  /** Notes what a kept result rests on, each time that it is used. */
  consultAgain({ restedOn, asked }: Consulted): void {
    this.#notes.addAll(restedOn)
    this.#asked.addAll(asked)
  }

  /** Runs a function that only looks: what it rests on does not count as used. */
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

  /** The ids that anything rested on so far, sorted. */
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
