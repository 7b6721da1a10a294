import { parseInstant } from '../../kernel/instant'
import { readDecimalText } from '../../kernel/money'
import { isPlainDate } from '../../kernel/plain-date'
import { CURRENCIES } from '../model/currencies'
import { messages } from '../model/messages'
import type { MutableRow } from '../model/row'
import type { Field, Fields } from '../schema/fields'
import type { Reading } from './reading'

/** Options of reading a body. */
export interface Manner {
  /** Rejects unknown members; otherwise they are ignored. */
  readonly strict: boolean
  /** Accepts decimals only as text. */
  readonly textOnly: boolean
  /** Whether the host sends it, which may say more than a request. */
  readonly byHost: boolean
}

/**
 * Validates one value and converts it to the form of rows. Problems are noted in the reading; the returned
 * value is then meaningless.
 */
export type Reader = (value: unknown, reading: Reading) => unknown

/** A reader that also handles null and undefined. */
function readerOf(field: Field, manner: Manner): Reader {
  const read = readerOfKind(field, manner)
  const wrongType = messages.type(typeName(field))
  const { nullable } = field
  return (value, reading) => {
    if (value === undefined) return reading.complain(messages.required)
    if (value === null && nullable) return null
    const result = read(value, reading)
    return result === WRONG_TYPE ? reading.complain(wrongType) : result
  }
}

/** Returned for a value of the wrong type. */
const WRONG_TYPE = Symbol('wrong type')

function readerOfKind(field: Field, manner: Manner): Reader {
  switch (field.kind) {
    case 'integer':
      return integerReader(field)
    case 'number':
      return (value, reading) =>
        typeof value === 'number' ? decimalAt(field, value, reading, Number) : WRONG_TYPE
    case 'flag':
      return (value) => (typeof value === 'boolean' ? value : WRONG_TYPE)
    case 'text':
      return textReader(field)
    case 'date':
      return (value, reading) => (isPlainDate(value) ? value : reading.complain(messages.date))
    case 'instant':
      return (value) => (typeof value === 'string' && parseInstant(value) !== undefined ? value : WRONG_TYPE)
    case 'choice':
      return choiceReader(field.values ?? [])
    case 'currency':
      return (value) => (CURRENCY_CODES.has(value) || (field.blank && value === '') ? value : WRONG_TYPE)
    case 'decimal':
      return (value, reading) =>
        manner.textOnly && typeof value !== 'string' ? WRONG_TYPE : decimalAt(field, value, reading, String)
    case 'object':
      return objectReader(field.members ?? {}, manner)
    case 'list':
      return listReader(field.element as Field, manner)
    case 'any':
      return (value) => value
  }
}

const CURRENCY_CODES: ReadonlySet<unknown> = new Set(CURRENCIES)

function decimalAt<T>(
  { places = 2 }: Field,
  value: unknown,
  reading: Reading,
  as: (text: string) => T,
): T | typeof WRONG_TYPE | undefined {
  const read = readDecimalText(value, places)
  if ('text' in read) return as(read.text)
  return read.problem === 'type' ? WRONG_TYPE : reading.complain(messages.places(places))
}

function integerReader({ least, most, among }: Field): Reader {
  const [lowest, highest] = [least ?? Number.MIN_SAFE_INTEGER, most ?? Number.MAX_SAFE_INTEGER]
  return (value, reading) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return WRONG_TYPE
    if (value < lowest) return least === undefined ? WRONG_TYPE : reading.complain(messages.atLeast(least))
    if (value > highest) return most === undefined ? WRONG_TYPE : reading.complain(messages.atMost(most))
    if (among && !among.includes(value)) return reading.complain(messages.choice(among.map(String)))
    return value
  }
}

function textReader({ rule }: Field): Reader {
  const fits = rule === undefined ? undefined : TEXT_RULES[rule]
  return (value) => (typeof value === 'string' && (fits === undefined || fits(value)) ? value : WRONG_TYPE)
}

const TEXT_RULES: Readonly<Record<NonNullable<Field['rule']>, (text: string) => boolean>> = {
  'non-empty': (text) => text !== '',
  email: (text) => text === '' || text.includes('@'),
  country: (text) => /^(?:[A-Z]{2})?$/.test(text),
}

function choiceReader(values: readonly string[]): Reader {
  const wrongChoice = messages.choice(values)
  return (value, reading) => {
    if (typeof value !== 'string') return WRONG_TYPE
    return values.includes(value) ? value : reading.complain(wrongChoice)
  }
}

function listReader(element: Field, manner: Manner): Reader {
  const read = readerOf(element, manner)
  return (value, reading) => {
    if (!Array.isArray(value)) return WRONG_TYPE
    const result: unknown[] = []
    for (let index = 0; index < value.length; index += 1) {
      reading.enter(index)
      result.push(read(value[index], reading))
      reading.leave()
    }
    return result
  }
}

/** Reads a nested object. Omitted members get their defaults at once. */
function objectReader(members: Fields, manner: Manner): Reader {
  const read = membersReader(members, manner, ({ presence, initial = null }) =>
    presence === 'optional' ? () => initial : undefined,
  )
  return (value, reading) => (isObject(value) ? read(value, reading) : WRONG_TYPE)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a body. Omitted members stay absent. */
export function bodyReader(
  fields: Fields,
  manner: Manner,
  partial: boolean,
): (body: unknown, reading: Reading) => MutableRow {
  const read = membersReader(fields, manner, ({ presence }) =>
    partial || presence !== 'required' ? () => undefined : undefined,
  )
  return (body, reading) => {
    if (isObject(body)) return read(body, reading)
    reading.complain(messages.type('object'))
    return {}
  }
}

/** @param whenOmitted supplies an omitted member; undefined if the member is required */
function membersReader(
  fields: Fields,
  manner: Manner,
  whenOmitted: (field: Field) => (() => unknown) | undefined,
): (value: object, reading: Reading) => MutableRow {
  const members = Object.entries(fields)
    .filter(([, { presence, byHost }]) => presence !== 'none' || (manner.byHost && byHost))
    .map(([name, field]) => ({ name, read: readerOf(field, manner), otherwise: whenOmitted(field) }))
  const known = new Set(members.map(({ name }) => name))
  return (value, reading) => {
    const result: MutableRow = {}
    for (const { name, read, otherwise } of members) {
      const given = (value as MutableRow)[name]
      let kept: unknown
      if (given === undefined && otherwise) kept = otherwise()
      else {
        reading.enter(name)
        kept = read(given, reading)
        reading.leave()
      }
      if (kept !== undefined) result[name] = kept
    }
    if (manner.strict)
      for (const name of Object.keys(value)) if (!known.has(name)) reading.complainOfUnknown(name)
    return result
  }
}

const TYPE_NAMES: Readonly<Record<Field['kind'], string>> = {
  integer: 'integer',
  text: 'string',
  flag: 'boolean',
  number: 'number',
  decimal: 'decimal',
  date: 'date',
  instant: 'datetime',
  choice: 'string',
  currency: 'currency',
  object: 'object',
  list: 'list',
  any: 'value',
}

const typeName = (field: Field): string => (field.rule ? `${field.rule} string` : TYPE_NAMES[field.kind])
