import { parseInstant } from '../../kernel/instant'
import { hasMembers } from '../../kernel/is-object'
import { readDecimalText } from '../../kernel/money'
import { isPlainDate } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { CURRENCIES } from '../model/currencies'
import { messages } from '../model/refusals'
import type { MutableRow } from '../model/row'
import type { Field, Fields } from '../schema/fields'
import type { Reading } from './reading'

export interface ReadingRules {
  /** Rejects unknown members; otherwise they are ignored. */
  readonly strict: boolean
  /** Accepts decimals only as text. */
  readonly textOnly: boolean
  /** Accepts a date-time as a date, and drops its time. */
  readonly dateTimes: boolean
  /** Refuses a required text that is empty. */
  readonly filled: boolean
  /** True if the host sends the body, which may set more members than a request. */
  readonly byHost: boolean
}

/** Validates a value and converts it to the form of rows. With problems the result is meaningless. */
export type ValueReader = (value: unknown, reading: Reading) => unknown

/** A reader that also handles null and undefined. */
function readerOf(field: Field, rules: ReadingRules, blank: Blank = EMPTY): ValueReader {
  const read = readerOfKind(field, rules, blank)
  const wrongType = messages.type(typeName(field))
  const { nullable } = field
  return (value, reading) => {
    if (value === undefined) return reading.complain(messages.required)
    if (value === null && nullable) return null
    const result = read(value, reading)
    return result === WRONG_TYPE ? reading.complain(wrongType) : result
  }
}

const WRONG_TYPE = Symbol('wrong type')

function readerOfKind(field: Field, rules: ReadingRules, blank: Blank): ValueReader {
  switch (field.kind) {
    case 'integer':
      return integerReader(field)
    case 'number':
      return (value, reading) =>
        typeof value === 'number' ? decimalAt(field, value, reading, Number) : WRONG_TYPE
    case 'flag':
      return (value) => (typeof value === 'boolean' ? value : WRONG_TYPE)
    case 'text':
      return textReader(field, rules)
    case 'date':
      return dateReader(rules)
    case 'instant':
      return (value) => (typeof value === 'string' && parseInstant(value) !== undefined ? value : WRONG_TYPE)
    case 'choice':
      return choiceReader(field.values ?? [])
    case 'currency':
      return (value) => (CURRENCY_CODES.has(value) || (field.blank && value === '') ? value : WRONG_TYPE)
    case 'decimal':
      return (value, reading) =>
        rules.textOnly && typeof value !== 'string' ? WRONG_TYPE : decimalAt(field, value, reading, String)
    case 'object':
      return objectReader(field.members ?? {}, rules, blank)
    case 'list':
      return listReader(field.element as Field, rules, blank)
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

function integerReader({ least, most, among }: Field): ValueReader {
  const [lowest, highest] = [least ?? Number.MIN_SAFE_INTEGER, most ?? Number.MAX_SAFE_INTEGER]
  return (value, reading) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return WRONG_TYPE
    if (value < lowest) return least === undefined ? WRONG_TYPE : reading.complain(messages.atLeast(least))
    if (value > highest) return most === undefined ? WRONG_TYPE : reading.complain(messages.atMost(most))
    if (among && !among.includes(value)) return reading.complain(messages.choice(among.map(String)))
    return value
  }
}

function dateReader({ dateTimes }: ReadingRules): ValueReader {
  const dayOf = (value: unknown): unknown =>
    dateTimes && typeof value === 'string' && parseInstant(value) !== undefined ? value.slice(0, 10) : value
  return (value, reading) => {
    const day = dayOf(value)
    return isPlainDate(day) ? day : reading.complain(messages.date)
  }
}

function textReader({ rule: own, presence }: Field, { filled }: ReadingRules): ValueReader {
  const rule = filled && presence === 'required' && own === undefined ? 'non-empty' : own
  const fits = rule === undefined ? undefined : TEXT_RULES[rule]
  return (value) => (typeof value === 'string' && (fits === undefined || fits(value)) ? value : WRONG_TYPE)
}

const TEXT_RULES: Readonly<Record<NonNullable<Field['rule']>, (text: string) => boolean>> = {
  'non-empty': (text) => text !== '',
  email: (text) => text === '' || text.includes('@'),
  country: (text) => /^(?:[A-Z]{2})?$/.test(text),
}

function choiceReader(values: readonly string[]): ValueReader {
  const wrongChoice = messages.choice(values)
  return (value, reading) => {
    if (typeof value !== 'string') return WRONG_TYPE
    return values.includes(value) ? value : reading.complain(wrongChoice)
  }
}

function listReader(element: Field, rules: ReadingRules, blank: Blank): ValueReader {
  const read = readerOf(element, rules, blank)
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

/** Makes the object that members are read into. */
type Blank = () => MutableRow

const EMPTY: Blank = () => ({})

/** Reads a nested object. Omitted members get their defaults at once, unless the blank object has them. */
function objectReader(members: Fields, rules: ReadingRules, blank: Blank): ValueReader {
  const made = blank()
  const { read } = membersReader(members, rules, ({ presence, initial = null }, name) => {
    if (presence !== 'optional') return undefined
    return made[name] === initial ? ABSENT : { initial }
  })
  return (value, reading) => (hasMembers(value) ? read(value, reading, blank()) : WRONG_TYPE)
}

export type BodyReader = (body: unknown, reading: Reading) => MutableRow

/** Reads a body. Omitted members stay absent. */
export function bodyReader(fields: Fields, rules: ReadingRules, partial: boolean): BodyReader {
  const { read } = membersReader(fields, rules, ({ presence }) =>
    partial || presence !== 'required' ? ABSENT : undefined,
  )
  return (body, reading) => {
    if (hasMembers(body)) return read(body, reading, {})
    reading.complain(messages.type('object'))
    return {}
  }
}

/** A new record and the members that the request has. */
export interface NewRow {
  readonly row: MutableRow
  readonly sent: ReadonlySet<string>
}

/** Reads the body of a create into a new row, and its lines into new lines. */
export function newRowReader(
  { fields, newRow, newLine }: RowMaker,
  rules: ReadingRules,
): (body: unknown, reading: Reading) => NewRow {
  const { read, names } = membersReader(
    fields,
    rules,
    ({ presence }) => (presence === 'required' ? undefined : ABSENT),
    (member) => () => newLine(member),
  )
  return (body, reading) => {
    const sent = new Set<string>()
    if (!hasMembers(body)) {
      reading.complain(messages.type('object'))
      return { row: {}, sent }
    }
    for (const name of Object.keys(body)) if (names.has(name) && body[name] !== undefined) sent.add(name)
    return { row: read(body, reading, newRow()), sent }
  }
}

/** The parts that new rows of a record type are made of. */
interface RowMaker {
  readonly fields: Fields
  newRow(): MutableRow
  newLine(member: string): MutableRow
}

/** The treatment of an absent optional member. */
interface Otherwise {
  readonly initial: unknown
}

const ABSENT: Otherwise = { initial: undefined }

/**
 * @param whenOmitted the default of an omitted member; ABSENT leaves it out, undefined requires it
 * @param lineOf makes the blank lines of a member
 */
function membersReader(
  fields: Fields,
  rules: ReadingRules,
  whenOmitted: (field: Field, name: string) => Otherwise | undefined,
  lineOf: (member: string) => Blank = () => EMPTY,
) {
  const members = Object.entries(fields)
    .filter(([, { presence, byHost }]) => presence !== 'none' || (rules.byHost && byHost))
    .map(([name, field]) => ({
      name,
      read: readerOf(field, rules, field.special === 'lines' ? lineOf(name) : EMPTY),
      otherwise: whenOmitted(field, name),
    }))
  const names = new Set(members.map(({ name }) => name))
  for (const [name, { unread }] of Object.entries(fields)) if (unread) names.add(name)
  const isRefused = rules.strict
    ? (name: string) => !names.has(name)
    : // A host's misspelt member is refused at once. Members of responses may come back, as in requests.
      rules.byHost && ((name: string) => !Object.hasOwn(fields, name))
  const read = (value: Row, reading: Reading, into: MutableRow): MutableRow => {
    for (const { name, read, otherwise } of members) {
      const given = value[name]
      if (given === undefined && otherwise !== undefined) {
        if (otherwise.initial !== undefined) into[name] = otherwise.initial
        continue
      }
      if (given === undefined && reading.keeps(name)) continue
      reading.enter(name)
      const kept = read(given, reading)
      reading.leave()
      if (kept !== undefined) into[name] = kept
    }
    if (isRefused)
      for (const name of Object.keys(value))
        if (isRefused(name)) reading.complainOfUnknown(name, rules.byHost ? names : undefined)
    return into
  }
  return { names, read }
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
