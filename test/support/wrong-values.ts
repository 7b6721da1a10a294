import type { Field, Fields } from '../../src/engine/schema/fields'

/** A member of a request body with a value that it cannot have, and the text that tells so. */
export interface WrongValue {
  readonly path: readonly string[]
  readonly value: unknown
  readonly message: string
  readonly inLines: boolean
}

const TYPES = {
  integer: 'integer',
  text: 'string',
  flag: 'boolean',
  number: 'number',
  decimal: 'decimal',
  object: 'object',
  list: 'list',
  currency: 'currency',
  date: 'date',
  instant: 'datetime',
  choice: 'string',
  any: 'value',
} as const

const WRONG: Readonly<Partial<Record<Field['kind'], readonly unknown[]>>> = {
  integer: ['x', '1', 1.5, 1e300, true, {}, []],
  text: [1, true, {}, []],
  flag: ['true', 0, {}, []],
  number: ['1', true, {}, []],
  decimal: [true, {}, [], [1]],
  object: ['x', 1, true, []],
  list: ['x', 1, true, {}],
  currency: ['ZZZ', 'usd', '', 1, {}],
  date: ['2026-02-30', '2026-1-5', '20260105', '2026-01-05T00:00:00Z', '05.01.2026', '', 20260105, {}],
  choice: ['nonsense', '\u0000', 'POSTED'],
}

const NO_DECIMALS = [
  ...['', ' ', '1 ', '+1', '.5', '5.', '1e5', '1E5', '1e100000000', '-1e-100000000', '0x1F', '0b1', '1_000'],
  ...['1,000', '1.000,00', '--1', 'NaN', 'Infinity', '-Infinity', 'null', '٣', '1'.repeat(400), 1e16, 1e300],
]

/** Every member of a request body, one level of nesting after the other, with every wrong value one at a time. */
export const wrongValuesOf = (fields: Fields): WrongValue[] => within(fields, [], false)

const within = (fields: Fields, above: readonly string[], inLines: boolean): WrongValue[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.presence === 'none' ? [] : wrongAt(field, [...above, name], inLines),
  )

function wrongAt(field: Field, path: readonly string[], inLines: boolean): WrongValue[] {
  const { kind, places = 2 } = field
  const wrong = (value: unknown, message = messageFor(field, value)): WrongValue => ({
    path,
    value,
    message,
    inLines,
  })
  const own = (WRONG[kind] ?? []).map((value) => wrong(value))
  if (kind === 'decimal') {
    own.push(...NO_DECIMALS.map((value) => wrong(value)))
    const text = `Decimal input should have no more than ${places} decimal places`
    own.push(wrong(`0.${'1'.repeat(places + 1)}`, text), wrong(`1.${'0'.repeat(places + 1)}`, text))
    own.push(wrong(`0.${'1'.repeat(100_000)}`, text))
    if (places < 10) own.push(wrong(1 / 3, text), wrong(1e-7, text))
  }
  if (!field.nullable && kind !== 'any') own.push(wrong(null))
  if (field.members) own.push(...within(field.members, path, inLines))
  if (field.element?.members && field.special !== 'custom-fields')
    own.push(...within(field.element.members, path, true))
  return own
}

function messageFor(field: Field, value: unknown): string {
  if (field.kind === 'date') return 'Input should be a valid date in YYYY-MM-DD format'
  if (field.most !== undefined && Number.isInteger(value) && (value as number) > field.most)
    return `Input should be less than or equal to ${field.most}`
  if (field.kind === 'choice' && typeof value === 'string')
    return `Input should be one of: ${(field.values ?? []).join(', ')}`
  return `Input should be a valid ${field.rule ? `${field.rule} ` : ''}${TYPES[field.kind]}`
}

/** Required members, which cannot be left out. */
export const requiredOf = (fields: Fields): WrongValue[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const own = field.presence === 'required' ? [missing([name], false)] : []
    const inside = field.element?.members ?? {}
    const lines = field.presence === 'none' ? [] : Object.entries(inside)
    return [
      ...own,
      ...lines
        .filter(([, { presence }]) => presence === 'required')
        .map(([member]) => missing([name, member], true)),
    ]
  })

const missing = (path: readonly string[], inLines: boolean): WrongValue => ({
  path,
  value: undefined,
  message: 'Field required',
  inLines,
})
