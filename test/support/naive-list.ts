import type { Definition } from '../../src/engine/schema/define'
import type { Filter } from '../../src/engine/schema/filters'
import type { Json } from './client'
import type { Ground } from './ground'

type Value = string | number | boolean | null
/** A parameter and the values it is sent with. */
export type Asked = readonly [name: string, values: readonly Value[]]

/** All records of a type with every member that any view shows, and the plainest way to sort and search them. */
export function viewsOf(ground: Ground, definition: Definition) {
  const set = ground.records(definition)
  const every = definition.filters.show_inactive ? { show_inactive: true } : {}
  const entries = set.list({ ...every, limit: 100 }).items
  const records = entries.map((entry): Json => {
    const whole: Json = { ...entry, ...set.get(entry[definition.identifier] as number) }
    return {
      ...whole,
      ...unshown(ground, definition, whole),
      items: withIds(ground, definition, whole.items),
    }
  })
  const rank = definition.fields.internal_id ? 'internal_id' : 'id'
  const idOf = (record: Json) => record[definition.identifier] as number

  return {
    definition,
    records,

    /** Identifiers by column, ties by id, records without the value last. */
    sorted(ordering: string): number[] {
      const column = ordering.replace('-', '')
      const sign = ordering.startsWith('-') ? -1 : 1
      const value = (record: Json) => comparable(definition, column, record[column === 'id' ? rank : column])
      return [...records]
        .sort((a, b) => {
          const [x, y] = [value(a), value(b)]
          const tie = (a[rank] as number) - (b[rank] as number)
          if (x === y) return tie
          if (x === null || y === null) return x === null ? 1 : -1
          return sign * (x < y ? -1 : 1)
        })
        .map(idOf)
    },

    searchable: (columns: readonly string[]): string[] =>
      columns.flatMap((column) => {
        const value = records[1]?.[column] ?? records[0]?.[column]
        return value === null || value === undefined || value === '' ? [] : [String(value)]
      }),
    found: (columns: readonly string[], text: string): number =>
      records.filter((record) =>
        columns.some((column) =>
          String(record[column] ?? '')
            .toLowerCase()
            .includes(text.toLowerCase()),
        ),
      ).length,

    /** Values worth asking a filter for: some that match, two at once where a filter takes them, one that does not. */
    askedOf(
      filter: Filter,
      choose = (present: readonly Value[]): readonly Value[] => present.slice(0, 4),
    ): Value[][] {
      const present = [...new Set(records.flatMap((record) => valuesAt(record, filter)))].filter(
        (value) => value !== null && value !== undefined && value !== '',
      ) as Value[]
      const some = choose(present)
      const isRepeated = filter.test === 'any-of' || filter.test === 'among'
      const lone = some.map((value) => [value])
      if (filter.reads === 'flag') return [[true], [false]]
      const nothing: Value[][] = {
        integer: [[99999999]],
        text: [['no such thing']],
        date: [['1999-12-31'], ['2099-12-31']],
      }[filter.reads as string] ?? [...(filter.reads === 'integer-or-null' ? [[null]] : [])]
      return [...lone, ...(isRepeated && some.length > 1 ? [some.slice(0, 2)] : []), ...nothing]
    },
  }
}

/** The identifiers of the records that a filter lets through, in order of id. */
export const filteredNaively = (views: Views, filter: Filter, values: readonly Value[]): number[] =>
  identified(
    views,
    views.records.filter((record) => passes(filter, valuesAt(record, filter), values, record)),
  )

/** The same for several parameters at once; a list leaves inactive ones out unless it is asked for them. */
export function passingNaively(views: Views, asked: readonly Asked[], isList = true): number[] {
  const { filters } = views.definition
  const names = asked.map(([name]) => name)
  const isDefaulted = isList && 'show_inactive' in filters && !names.includes('is_active')
  const effective: Asked[] = [
    ...asked.filter(([name]) => name !== 'show_inactive' || isDefaulted),
    ...(isDefaulted && !names.includes('show_inactive') ? [['show_inactive', [false]] as const] : []),
  ]
  return identified(
    views,
    views.records.filter((record) =>
      effective.every(([name, values]) => {
        const filter = filters[name] as Filter
        return passes(filter, valuesAt(record, filter), values, record)
      }),
    ),
  )
}

type Views = ReturnType<typeof viewsOf>

const identified = ({ definition }: Views, records: readonly Json[]): number[] =>
  [...records].sort((a, b) => rankOf(a) - rankOf(b)).map((record) => record[definition.identifier] as number)

const rankOf = (record: Json): number => (record.internal_id ?? record.id) as number

function passes(filter: Filter, held: readonly unknown[], asked: readonly Value[], record: Json): boolean {
  const [first = null] = asked
  const low = (value: unknown) => String(value).toLowerCase()
  switch (filter.test) {
    case 'any-of':
      return held.some((value) =>
        asked.some((one) => (value === null ? one === null : low(value) === low(one))),
      )
    case 'equals':
      return held.some((value) => (value === null ? first === null : low(value) === low(first)))
    case 'contains':
      return held.some((value) => typeof value === 'string' && low(value).includes(low(first)))
    case 'from':
    case 'until': {
      const sign = filter.test === 'from' ? 1 : -1
      const number = (value: unknown) => (filter.reads === 'amount' ? Number(value) : String(value))
      return held.some((value) => {
        if (value === null || value === undefined) return false
        const [x, y] = [number(value), number(first)]
        return x === y || (sign === 1 ? x > y : x < y)
      })
    }
    case 'filled':
      return ((held[0] ?? []) as readonly unknown[]).length > 0 === first
    case 'is':
      return (held[0] === filter.values?.[0]) === first
    case 'among':
      return record[filter.unless ?? ''] === true || asked.some((one) => held.includes(one))
    case 'includes-inactive':
      return first === true || record.is_active === true
    case 'scope':
      return first === 'all'
    case 'nothing':
      return false
  }
}

/** The values of `column`, or of `line.column` in every line. */
function valuesAt(record: Json, { column: path, where, test }: Filter): unknown[] {
  const [column = '', inner] = path.split('.')
  const held = record[column]
  if (inner === undefined) return test === 'among' ? (held as unknown[]) : [held]
  const lines = (Array.isArray(held) ? held : [held ?? {}]) as Json[]
  const asked = lines.filter((line) => where === undefined || (line[where] ?? null) !== null)
  return asked.map((line) => line[inner] ?? null)
}

const comparable = (definition: Definition, column: string, value: unknown): string | number | null => {
  if (value === null || value === undefined) return null
  return definition.fields[column]?.kind === 'decimal' ? Number(value) : (value as string | number)
}

/** Lines name accounts and documents by number and are filtered by id. */
function withIds({ simulator, subject, records }: Ground, { settles }: Definition, lines: unknown): unknown {
  if (!Array.isArray(lines)) return lines
  const documentId = (line: Json): unknown => {
    const named = settles?.references.find(({ by, key }) => key !== 'id' && (line[by] ?? null) !== null)
    const target = named && subject.definitions.find(({ name }) => name === named.settles)
    return target ? records(target).get(line[named.by] as number).internal_id : null
  }
  return (lines as Json[]).map((line) => ({
    ...line,
    ...(settles && { document_id: documentId(line) }),
    ...(typeof line.account_number === 'number' && {
      account_id: simulator.records.accounts.get(line.account_number).id,
    }),
  }))
}

/** Columns of a check that only its filters tell of. */
const unshown = ({ simulator }: Ground, { printable }: Definition, check: Json): Json =>
  printable
    ? {
        created_date: String(check.created_at).slice(0, 10),
        account_id: simulator.records.accounts.get(check.account_number as number).id,
      }
    : {}
