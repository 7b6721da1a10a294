import type { CompiledType } from '../../engine/model/compiled-type'
import type { Scope } from '../../engine/model/context'
import type { ShownFields } from '../../engine/read/describe'
import { recordJson } from '../../engine/read/record-json'
import { shownMembers, type TypeContext } from '../../engine/read/serialize'
import { OptionError, wrongOption } from '../../errors/option-error'
import { checkMembers, oneOfNames } from '../../errors/reader'
import { isPlainObject } from '../../kernel/is-object'
import { isWhole } from '../../kernel/is-whole'
import { decimal } from '../../kernel/money'
import { didYouMean } from '../../kernel/nearest-name'
import type { Key, Row, Table } from '../../kernel/store'
import { type Askable, askableOf, type Question, questionTo } from './question'

/** Finds records of one type by their shown members. Tests rows and presents only the records that fit. */
export class RecordFinder {
  readonly #context: TypeContext
  readonly #table: Table
  readonly #askable: Askable

  constructor({ world, organization }: Scope, type: CompiledType) {
    this.#context = { world, organization, type }
    this.#table = world.store.table(organization, type.definition.name)
    this.#askable = askableOf(type)(world.registry)
  }

  /** The records found, as the JSON of `get`. @throws OptionError for an unknown member or option */
  many(where: unknown, options: object = {}): string[] {
    return this.#looking(() => {
      const question = this.#question(where)
      const { by, skip, take } = this.#limits(options)
      const end = skip + take
      const page =
        by.length === 0
          ? this.#found(question, end).slice(skip)
          : this.#ordered(this.#found(question), by).slice(skip, end)
      const { type } = this.#context
      return page.map((row) => recordJson(this.#context, type, row, 'detail'))
    })
  }

  count(where: unknown): number {
    return this.#looking(() => this.#found(this.#question(where)).length)
  }

  /** Reading by the host is not an answer of the service, so the assumptions used are not recorded. */
  #looking<T>(look: () => T): T {
    return this.#context.world.assumptions.withoutNoting(look)
  }

  #question(where: unknown): Question {
    return questionTo(this.#table, this.#context, this.#askable, where)
  }

  #found({ keys, fits }: Question, enough = Number.POSITIVE_INFINITY): Row[] {
    const found: Row[] = []
    for (let at = 0; at < keys.length && found.length < enough; at += 1) {
      const row = this.#table.get(keys[at] as Key)
      if (row && fits(row)) found.push(row)
    }
    return found
  }

  #limits(options: object): { by: Ordering[]; skip: number; take: number } {
    checkMembers('options', options, ['orderBy', 'skip', 'take'])
    const {
      orderBy,
      skip = 0,
      take = Number.POSITIVE_INFINITY,
    }: { orderBy?: unknown; skip?: number; take?: number } = options
    checkCount('skip', skip)
    checkCount('take', take)
    return { by: orderings(orderBy, this.#askable.shapes), skip, take }
  }

  #ordered(rows: Row[], by: readonly Ordering[]): Row[] {
    const members = shownMembers(this.#context.world, this.#context.type)
    const readers = by.map(({ member }) => members.get(member))
    const places = rows.map((found) => ({
      found,
      values: readers.map(
        (read) => (read?.show(found, this.#context) ?? null) as string | number | boolean | null,
      ),
    }))
    return placesInOrder(places, by).map(({ found }) => found)
  }
}

function checkCount(name: string, count: unknown): void {
  if (!isWhole(count, 0) && count !== Number.POSITIVE_INFINITY)
    throw wrongOption(name, 'a whole number of at least 0', count)
}

interface Ordering {
  readonly member: string
  readonly isDescending: boolean
  readonly isDecimal: boolean
}

/** @throws OptionError for an unknown member, and for a member without an order */
function orderings(orderBy: unknown, shapes: ShownFields): Ordering[] {
  const given = Array.isArray(orderBy) ? orderBy : orderBy === undefined || orderBy === null ? [] : [orderBy]
  return given.flatMap((one: unknown) => {
    if (!isPlainObject(one)) throw wrongOption('orderBy', "an object such as { date: 'desc' }", one)
    return Object.entries(one).map(([member, direction]) => ordering(member, direction, shapes))
  })
}

function ordering(member: string, direction: unknown, shapes: ShownFields): Ordering {
  const shape = shapes.get(member)
  const option = `orderBy.${member}`
  if (!shape)
    throw new OptionError(option, `no member "${member}"${didYouMean(member, shapes.keys())} to order by`)
  if (shape.within)
    throw new OptionError(
      option,
      `${option}: records cannot be ordered by a member that holds an object or a list`,
    )
  oneOfNames(['asc', 'desc'])(direction, option)
  return { member, isDescending: direction === 'desc', isDecimal: shape.source.kind === 'decimal' }
}

/** A record with its values for the orderings; null for a missing value. */
type OrderedRecord<Found> = { readonly found: Found; readonly values: readonly Sortable[] }
type Sortable = string | number | boolean | null

/** Sorts with null last in both directions. Equal records stay in the order of their identifiers. */
const placesInOrder = <Found>(
  places: OrderedRecord<Found>[],
  by: readonly Ordering[],
): OrderedRecord<Found>[] =>
  places.sort((a, b) => {
    for (const [index, { isDescending, isDecimal }] of by.entries()) {
      const [one, other] = [a.values[index] ?? null, b.values[index] ?? null]
      if (one === other) continue
      if (one === null) return 1
      if (other === null) return -1
      const order = isDecimal ? compareDecimals(String(one), String(other)) : one < other ? -1 : 1
      if (order !== 0) return isDescending ? -order : order
    }
    return 0
  })

/** Compares as numbers first, which is faster, and exactly if these are equal. */
function compareDecimals(one: string, other: string): number {
  const difference = Number(one) - Number(other)
  return difference !== 0 ? difference : decimal(one).cmp(decimal(other))
}
