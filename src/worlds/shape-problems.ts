import type { CompiledType } from '../engine/model/compiled-type'
import { CURRENCIES } from '../engine/model/currencies'
import type { Field, Fields } from '../engine/schema/fields'
import { isInstant, parseInstant } from '../kernel/instant'
import { isObject } from '../kernel/is-object'
import { isWhole } from '../kernel/is-whole'
import { isPlainDate } from '../kernel/plain-date'
import type { Row } from '../kernel/store'
import type { ColumnShape } from '../kernel/table-shape'

/** The path of a wrong member with its expected kind, or of an unknown member with the known ones. */
export type ShapeProblem =
  | { readonly path: string; readonly wanted: string }
  | { readonly path: string; readonly known: readonly string[] }

type Problem = ShapeProblem | undefined

const isCount = (value: unknown): boolean => isWhole(value, 0)

const DECIMAL = /^-?\d{1,30}(\.\d{1,20})?$/

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  'non-empty text': (value) => typeof value === 'string' && value !== '',
  count: isCount,
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  instant: (value) => typeof value === 'number' && isInstant(value),
  time: (value) => typeof value === 'string' && parseInstant(value) !== undefined,
  date: (value) => typeof value === 'string' && isPlainDate(value),
  decimal: (value) => typeof value === 'string' && DECIMAL.test(value),
  cents: (value) => Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{16,40}$/.test(value)),
  object: isObject,
  list: Array.isArray,
  any: (value) => value !== undefined,
}

function problemOf(shape: ColumnShape, value: unknown, path: string): Problem {
  if (typeof shape === 'string') {
    if (shape.endsWith('?') && value === null) return undefined
    const kind = shape.replace('?', '')
    return KINDS[kind]?.(value) ? undefined : { path, wanted: kind }
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return { path, wanted: 'list' }
    return firstOf(value.entries(), ([index, one]) => problemOf(shape[0], one, `${path}[${index}]`))
  }
  if (!isObject(value)) return { path, wanted: 'object' }
  return firstOf(Object.entries(shape), ([member, wanted]) =>
    problemOf(wanted, value[member], below(path, member)),
  )
}

/** The first problem of a row that is not a record. The row must have these members and no others. */
export const rowProblem = (shape: ColumnShape, row: Row): Problem =>
  problemOf(shape, row, '') ?? strangerIn(shape as object, row, '')

const isList = (shape: Exclude<ColumnShape, string>): shape is readonly [ColumnShape] => Array.isArray(shape)

const below = (path: string, member: string): string => (path === '' ? member : `${path}.${member}`)

function firstOf<T>(all: Iterable<T>, problem: (one: T) => Problem): Problem {
  for (const one of all) {
    const found = problem(one)
    if (found) return found
  }
  return undefined
}

export function recordProblem(type: CompiledType, row: Row): Problem {
  const { fields } = type.definition
  return (
    firstOf(type.lineMembers, (member) =>
      Array.isArray(row[member]) ? undefined : { path: member, wanted: 'list' },
    ) ??
    firstOf(Object.entries(type.blank), ([column, initial]) =>
      row[column] === undefined
        ? { path: column, wanted: 'value' }
        : row[column] === null && initial !== null && !fields[column]?.nullable
          ? { path: column, wanted: 'value' }
          : initial !== null && fields[column] === undefined && typeof initial !== typeof row[column]
            ? { path: column, wanted: typeof initial }
            : undefined,
    ) ??
    // Internal records, which only the service writes, have additional columns.
    (type.definition.internal ? undefined : strangerIn(type.blank, row, '', [type.definition.identifier])) ??
    columnProblem(fields, row, '') ??
    fieldsProblem(fields, row, '') ??
    firstOf(type.lineMembers, (member) =>
      firstOf((row[member] as readonly Row[]).entries(), ([index, line]) =>
        columnProblem(fields[member]?.element?.members ?? {}, line, `${member}[${index}]`),
      ),
    )
  )
}

/** Columns of records and of their lines that are not fields, with the shapes of non-null values. */
export const RECORD_COLUMNS: Readonly<Record<string, ColumnShape>> = {
  account_id: 'count',
  carrying_rate: 'decimal',
  created_at: 'time',
  deferrals: [{ account_number: 'integer', amount: 'decimal', carrying_amount: 'decimal', gain: 'decimal' }],
  deposit_number: 'count',
  document_id: 'count',
  money_currency: 'text',
  party_id: 'count',
  seen: 'integer',
  settle_again_on: 'date',
  settles_on: 'date',
  source: 'text',
  timer: 'count',
  updated_at: 'time',
}

const columnProblem = (fields: Fields, row: Row, path: string): Problem =>
  firstOf(Object.entries(RECORD_COLUMNS), ([column, shape]) =>
    (row[column] ?? null) === null || fields[column]
      ? undefined
      : problemOf(shape, row[column], below(path, column)),
  )

/** A member that the simulator would never read. */
function strangerIn(members: object, value: Row, path: string, others: readonly string[] = []): Problem {
  for (const member in value)
    if (!Object.hasOwn(members, member) && !others.includes(member))
      return { path: below(path, member), known: [...Object.keys(members), ...others] }
  return undefined
}

/** Members that the service fills in, and reads without a check for null. */
const isNeeded = ({ presence, nullable, initial }: Field): boolean =>
  presence === 'none' && !nullable && (initial ?? null) !== null

const fieldsProblem = (fields: Fields, row: Row, path: string): Problem =>
  firstOf(Object.entries(fields), ([member, field]) => {
    const value = row[member]
    if (value === null && isNeeded(field)) return { path: below(path, member), wanted: 'value' }
    if (value === undefined || value === null) return undefined
    return fieldProblem(field, value, below(path, member))
  })

function fieldProblem(field: Field, value: unknown, path: string): Problem {
  switch (field.kind) {
    case 'choice': {
      const values = [...(field.values ?? []), ...(field.ownValues ?? [])]
      const isFitting = value === '' || values.length === 0 || values.includes(value as string)
      return isFitting ? undefined : { path, wanted: 'choice' }
    }
    case 'currency':
      return value === '' || CURRENCIES.includes(value as string) ? undefined : { path, wanted: 'currency' }
    case 'object':
      if (!isObject(value)) return { path, wanted: 'object' }
      if (!field.members) return undefined
      return fieldsProblem(field.members, value, path) ?? strangerIn(field.members, value, path)
    case 'list': {
      const { element } = field
      if (!Array.isArray(value)) return { path, wanted: 'list' }
      if (!element) return undefined
      const { members } = element
      return firstOf(value.entries(), ([index, one]) =>
        members && isObject(one)
          ? fieldsProblem(members, one, `${path}[${index}]`)
          : fieldProblem(element, one, `${path}[${index}]`),
      )
    }
    case 'any':
      return undefined
    case 'instant':
      return problemOf('time', value, path)
    default:
      return problemOf(field.kind, value, path)
  }
}
