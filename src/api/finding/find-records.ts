import { checkMembers } from '../../check-members'
import type { CompiledType } from '../../engine/model/compiled-type'
import type { Scope } from '../../engine/model/context'
import { serialize, shownMembers, type TypeContext } from '../../engine/read/serialize'
import { atOnce } from '../../http/faults/at-once'
import type { Key, Row, Table } from '../../kernel/store'
import { wrongOption } from '../../option-error'
import { type MemberTest, memberTests } from './conditions'
import { type MemberShape, shapesOf } from './member-shape'
import { inOrder, type Ordering, orderings } from './order'
import { shownRecords } from './shown-records'

/** What is asked for, checked. */
interface Question {
  /** Indexed conditions that narrow the search. */
  readonly keys: (table: Table) => readonly Key[]
  readonly fits: (row: Row) => boolean
}

const isMatcher = (where: object): where is { test: (record: Row) => unknown } =>
  typeof (where as { test?: unknown }).test === 'function'

// Shapes hold no state of a world, so all simulators of the process share them.
const shapes = new WeakMap<CompiledType, ReadonlyMap<string, MemberShape>>()

const sizeOf = (sets: readonly (readonly Key[])[]): number =>
  sets.reduce((size, keys) => size + keys.length, 0)
const byKey = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0)

/** Finds records of one type by what they show, on rows: only what is found is presented. */
export class RecordFinder {
  readonly #context: TypeContext
  readonly #type: CompiledType
  readonly #table: Table

  constructor(scope: Scope, type: CompiledType) {
    this.#context = { ...scope, type }
    this.#type = type
    this.#table = scope.world.store.table(scope.organization, type.definition.name)
  }

  /** @throws OptionError for a member or option that does not exist */
  many(where: unknown, options: object = {}): Row[] {
    const question = this.#question(where)
    const { by, skip, take } = this.#limits(options)
    const found: Row[] = []
    const enough = by.length === 0 ? skip + take : Number.POSITIVE_INFINITY
    for (const row of this.#matches(question)) {
      if (found.length >= enough) break
      found.push(row)
    }
    const page = this.#ordered(found, by).slice(skip, skip + take)
    return page.map((row) => serialize(this.#context, this.#type, row, 'detail'))
  }

  count(where: unknown): number {
    let count = 0
    for (const _ of this.#matches(this.#question(where))) count += 1
    return count
  }

  get #shapes(): ReadonlyMap<string, MemberShape> {
    const made =
      shapes.get(this.#type) ?? shapesOf(this.#context.world.registry, this.#type.definition.fields)
    shapes.set(this.#type, made)
    return made
  }

  *#matches({ keys, fits }: Question): Iterable<Row> {
    for (const key of keys(this.#table)) {
      const row = this.#table.get(key)
      if (row && fits(row)) yield row
    }
  }

  #question(where: unknown): Question {
    const keys = (table: Table): readonly Key[] => table.keys()
    if (where === undefined) return { keys, fits: () => true }
    if (typeof where === 'function') return { keys, fits: this.#whole(where as (record: Row) => unknown) }
    if (typeof where !== 'object' || where === null)
      throw wrongOption('where', 'an object of members, or a function', where)
    if (isMatcher(where)) return { keys, fits: this.#whole((record) => where.test(record)) }
    return this.#byMembers(memberTests('', where, this.#shapes))
  }

  #whole(predicate: (record: Row) => unknown): (row: Row) => boolean {
    const shown = shownRecords(this.#context, shownMembers(this.#context.world, this.#type))
    const test = atOnce('where', predicate)
    return (row) => test(shown(row))
  }

  #byMembers(tests: readonly MemberTest[]): Question {
    const members = shownMembers(this.#context.world, this.#type)
    const reads = tests.map(({ member, test, isStored }) => {
      const shown = members.get(member)
      return isStored || !shown
        ? (row: Row) => test(row[member])
        : (row: Row) => test(shown.show(row, this.#context))
    })
    const [only] = reads
    const fits = reads.length === 1 && only ? only : (row: Row) => reads.every((read) => read(row))
    return { keys: (table) => this.#narrowed(table, tests), fits }
  }

  /** The keys of the smallest indexed set of rows; all keys without one. They are tested all the same. */
  #narrowed(table: Table, tests: readonly MemberTest[]): readonly Key[] {
    const { identifier } = this.#type.definition
    const sets = tests.flatMap(({ member, values, isStored }) => {
      if (!values || !isStored) return []
      if (member === identifier)
        return [values.flatMap((value) => (typeof value === 'number' ? [[value]] : []))]
      return this.#isIndexed(table, member) ? [values.map((value) => table.keysWhere(member, value))] : []
    })
    const [best] = sets.sort((a, b) => sizeOf(a) - sizeOf(b))
    if (!best) return table.keys()
    return best.length === 1 && best[0] ? best[0] : [...new Set(best.flat())].sort(byKey)
  }

  /** Columns that lists and references look up by, or that are indexed already. */
  #isIndexed(table: Table, column: string): boolean {
    const { filters, unique = [], fields } = this.#type.definition
    const isFiltered = Object.values(filters).some(
      (filter) => filter.column === column && filter.test === 'any-of' && filter.reads !== 'text',
    )
    return (
      isFiltered || unique.includes(column) || fields[column]?.target !== undefined || table.isIndexed(column)
    )
  }

  #limits(options: object): { by: Ordering[]; skip: number; take: number } {
    checkMembers('options', options, ['orderBy', 'skip', 'take'])
    const {
      orderBy,
      skip = 0,
      take = Number.POSITIVE_INFINITY,
    } = options as {
      orderBy?: unknown
      skip?: number
      take?: number
    }
    for (const [name, value] of [
      ['skip', skip],
      ['take', take],
    ] as const)
      if (!(Number.isSafeInteger(value) && value >= 0) && value !== Number.POSITIVE_INFINITY)
        throw wrongOption(name, 'a whole number of at least 0', value)
    return { by: orderings(orderBy, this.#shapes), skip, take }
  }

  #ordered(rows: Row[], by: readonly Ordering[]): Row[] {
    if (by.length === 0) return rows
    const members = shownMembers(this.#context.world, this.#type)
    const readers = by.map(({ member }) => members.get(member))
    const places = rows.map((found) => ({
      found,
      values: readers.map(
        (read) => (read?.show(found, this.#context) ?? null) as string | number | boolean | null,
      ),
    }))
    return inOrder(places, by).map(({ found }) => found)
  }
}
