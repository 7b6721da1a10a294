import type { CompiledType, Registry } from '../../engine/model/compiled-type'
import { type ShownFields, shownFields } from '../../engine/read/describe'
import { type ShownMember, shownMembers, type TypeContext } from '../../engine/read/serialize'
import { wrongOption } from '../../errors/option-error'
import { synchronous } from '../../errors/synchronous'
import { compareScalars } from '../../kernel/compare-scalars'
import { isObject, isPlainObject } from '../../kernel/is-object'
import { memoize } from '../../kernel/memoize'
import type { Key, Row, Table } from '../../kernel/store'
import { type MemberTest, memberTests } from './conditions'

/** A checked query. */
export interface Question {
  /** Ascending keys that include all matches. They are few if a condition is on an indexed member. */
  readonly keys: readonly Key[]
  readonly fits: (row: Row) => boolean
}

/** The part of a query that depends only on the definition. */
export interface Askable {
  readonly shapes: ShownFields
  /** Columns with an index for lists and references. */
  readonly indexed: ReadonlySet<string>
}

export const askableOf = memoize((type: CompiledType) =>
  memoize(
    (registry: Registry): Askable => ({
      shapes: shownFields(registry, type.definition.fields, 'detail'),
      indexed: indexedIn(type),
    }),
  ),
)

function indexedIn({ definition }: CompiledType): ReadonlySet<string> {
  const { filters, unique = [], fields } = definition
  const filtered = Object.values(filters).filter(({ test, reads }) => test === 'any-of' && reads !== 'text')
  const references = Object.keys(fields).filter((column) => fields[column]?.target !== undefined)
  return new Set([...filtered.map(({ column }) => column), ...unique, ...references])
}

/** @throws OptionError for an unknown member, and for a value that the member cannot have */
export function questionTo(table: Table, context: TypeContext, askable: Askable, where: unknown): Question {
  if (where === undefined) return { keys: table.keys(), fits: () => true }
  if (typeof where === 'function') return ofWhole(table, context, where as (record: Row) => unknown)
  if (isObject(where) && isMatcher(where)) return ofWhole(table, context, (record) => where.test(record))
  if (!isPlainObject(where)) throw wrongOption('where', 'an object of members, or a function', where)
  const tests = memberTests('', where, askable.shapes)
  return { keys: narrowed(table, context.type, askable, tests), fits: allOf(tests, context) }
}

const isMatcher = (where: object): where is { test: (record: Row) => unknown } =>
  'test' in where && typeof where.test === 'function'

function ofWhole(table: Table, context: TypeContext, predicate: (record: Row) => unknown): Question {
  const shown = shownRecords(context, shownMembers(context.world, context.type))
  const test = synchronous('where', predicate)
  return { keys: table.keys(), fits: (row) => test(shown(row)) }
}

/** Combines the tests. A shown value is computed only if the row does not store it. */
function allOf(tests: readonly MemberTest[], context: TypeContext): (row: Row) => boolean {
  const reads = tests.map(({ member, test, isStored }) => {
    const shown = isStored ? undefined : shownMembers(context.world, context.type).get(member)
    return shown ? (row: Row) => test(shown.show(row, context)) : (row: Row) => test(row[member])
  })
  const [only] = reads
  return reads.length === 1 && only ? only : (row) => reads.every((read) => read(row))
}

/** The smallest set of keys from an index, or all keys. The conditions are tested anyway. */
function narrowed(
  table: Table,
  { definition }: CompiledType,
  { indexed }: Askable,
  tests: readonly MemberTest[],
): readonly Key[] {
  let best: readonly (readonly Key[])[] | undefined
  for (const { member, values, isStored } of tests) {
    if (!values || !isStored) continue
    const isKey = member === definition.identifier
    if (!isKey && !indexed.has(member) && !table.isIndexed(member)) continue
    const sets = isKey
      ? values.filter(isNumber).map((key) => [key])
      : values.map((value) => table.keysWhere(member, value))
    if (best === undefined || sizeOf(sets) < sizeOf(best)) best = sets
  }
  if (best === undefined) return table.keys()
  const [only] = best
  return best.length === 1 && only ? only : [...new Set(best.flat())].sort(compareScalars)
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
const sizeOf = (sets: readonly (readonly Key[])[]): number =>
  sets.reduce((size, keys) => size + keys.length, 0)

interface HeldRecord {
  readonly row: Row
}

/**
 * Makes records whose members are presented when read, because most predicates read one or two of forty
 * members. All members are visible to `Object.keys` and spreading. The records cannot be changed.
 */
function shownRecords(context: TypeContext, members: ReadonlyMap<string, ShownMember>): (row: Row) => Row {
  const readers = new Map<string | symbol, (row: Row) => unknown>(
    [...members].map(([name, member]) => [name, readerOf(context, name, member)]),
  )
  const read = ({ row }: HeldRecord, name: string | symbol): unknown => readers.get(name)?.(row)
  const handler: ProxyHandler<HeldRecord> = {
    get: read,
    has: (_, name) => readers.has(name),
    ownKeys: () => [...readers.keys()],
    getOwnPropertyDescriptor: (held, name) =>
      readers.has(name) ? { value: read(held, name), enumerable: true, configurable: true } : undefined,
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  }
  return (row) => new Proxy({ row }, handler) as unknown as Row
}

function readerOf(context: TypeContext, name: string, { show, entries }: ShownMember): (row: Row) => unknown {
  const entry = entries && shownRecords(context, entries)
  return (row) => {
    const lines = row[name]
    return entry && Array.isArray(lines) ? (lines as readonly Row[]).map(entry) : show(row, context)
  }
}
