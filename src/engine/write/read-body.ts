import * as z from 'zod'
import { parseInstant } from '../../kernel/instant'
import { amountText, rateText, readDecimal } from '../../kernel/money'
import { isPlainDate } from '../../kernel/plain-date'
import { CURRENCIES } from '../model/currencies'
import { Problems } from '../model/errors'
import { messages } from '../model/messages'
import type { MutableRow } from '../model/row'
import type { World } from '../model/world'
import type { Field, Fields } from '../schema/fields'

/** How bodies are read; each combination has schemas of its own. */
interface Reading {
  readonly strict: boolean
  readonly textOnly: boolean
  readonly partial: boolean
}

// Schemas hold no state, so every simulator of the process shares them.
const schemas = new WeakMap<Fields, Map<string, z.ZodType>>()

/**
 * The members of a request body, checked for type and form and brought to the form in which rows keep them.
 * Members left out stay out, so that the caller decides what their absence means.
 */
export function readMembers(world: World, fields: Fields, body: unknown, partial: boolean): MutableRow {
  const reading: Reading = {
    strict: world.assumptions.read('unknown-members') === 'reject',
    textOnly: world.assumptions.read('string-amounts') === 'strings-only',
    partial,
  }
  const result = schemaFor(fields, reading).safeParse(body)
  if (result.success) return withoutUndefined(result.data as MutableRow)
  const problems = new Problems()
  for (const issue of result.error.issues) report(problems, fields, issue, body)
  problems.throwIfAny()
  return {}
}

/** A member that is undefined was not sent. */
function withoutUndefined(values: MutableRow): MutableRow {
  for (const name of Object.keys(values)) {
    if (values[name] !== undefined) continue
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  }
  return values
}

function schemaFor(fields: Fields, reading: Reading): z.ZodType {
  const name = `${reading.strict} ${reading.textOnly} ${reading.partial}`
  const known = schemas.get(fields) ?? new Map<string, z.ZodType>()
  schemas.set(fields, known)
  const schema = known.get(name) ?? bodySchema(fields, reading)
  known.set(name, schema)
  return schema
}

const bodySchema = (fields: Fields, reading: Reading): z.ZodType => {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.presence === 'none') continue
    const schema = valueSchema(field, reading)
    shape[name] = field.presence === 'optional' || reading.partial ? schema.optional() : schema
  }
  return reading.strict ? z.strictObject(shape) : z.object(shape)
}

/** The schema of a nested object, whose omitted members take their initial values at once. */
const nestedSchema = (members: Fields, reading: Reading): z.ZodType => {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(members)) {
    if (field.presence === 'none') continue
    const schema = valueSchema(field, reading)
    shape[name] = field.presence === 'optional' ? schema.default(() => field.initial ?? null) : schema
  }
  return reading.strict ? z.strictObject(shape) : z.object(shape)
}

const valueSchema = (field: Field, reading: Reading): z.ZodType => {
  const schema = kindSchema(field, reading)
  return field.nullable ? schema.nullable() : schema
}

const kindSchema = (field: Field, reading: Reading): z.ZodType => {
  switch (field.kind) {
    case 'integer':
      return integerSchema(field)
    case 'number':
      return numberSchema(field.places ?? 0)
    case 'flag':
      return z.boolean()
    case 'text':
      return textSchema(field)
    case 'date':
      return z.string().refine(isPlainDate)
    case 'instant':
      return z.string().refine((text) => parseInstant(text) !== undefined)
    case 'choice':
      return z.enum(field.values as readonly [string, ...string[]])
    case 'currency':
      return z.enum(field.blank ? [...CURRENCIES, ''] : CURRENCIES)
    case 'decimal':
      return decimalSchema(field.places ?? 2, reading.textOnly)
    case 'object':
      return nestedSchema(field.members ?? {}, reading)
    case 'list':
      return z.array(valueSchema(field.element as Field, reading))
    case 'any':
      return z.unknown()
  }
}

const integerSchema = ({ least, most, among }: Field): z.ZodType => {
  const schema = z
    .int()
    .min(least ?? Number.MIN_SAFE_INTEGER)
    .max(most ?? Number.MAX_SAFE_INTEGER)
  // What is no whole number at all is complained about once.
  return among ? schema.refine((one) => !Number.isSafeInteger(one) || among.includes(one)) : schema
}

const textSchema = (field: Field): z.ZodType => {
  if (field.rule === 'non-empty') return z.string().min(1)
  if (field.rule === 'email') return z.string().refine((text) => text === '' || text.includes('@'))
  if (field.rule === 'country') return z.string().regex(/^(?:[A-Z]{2})?$/)
  return z.string()
}

const decimalSchema = (places: number, textOnly: boolean): z.ZodType =>
  z.unknown().transform((input, context) => {
    const read =
      textOnly && typeof input !== 'string' ? { problem: 'type' as const } : readDecimal(input, places)
    if ('value' in read) return places === 2 ? amountText(read.value) : rateText(read.value)
    context.addIssue({ code: 'custom', params: { problem: read.problem } })
    return z.NEVER
  })

/** A JSON number that the money grammar can read too. */
const numberSchema = (places: number): z.ZodType =>
  z.unknown().transform((input, context) => {
    const read = typeof input === 'number' ? readDecimal(input, places) : { problem: 'type' as const }
    if ('value' in read) return read.value.toNumber()
    context.addIssue({ code: 'custom', params: { problem: read.problem } })
    return z.NEVER
  })

/** Words zod's finding in the service's own texts: zod's would follow the host's locale. */
function report(problems: Problems, fields: Fields, issue: z.core.$ZodIssue, body: unknown): void {
  const [member, ...rest] = issue.path
  const detail = issue.path.join('.')
  if (member === undefined) {
    if (issue.code === 'unrecognized_keys')
      for (const name of issue.keys) problems.add(name, messages.unknownMember, name)
    else problems.add('__all__', messages.type('object'))
    return
  }
  const name = String(member)
  const field = fieldAt(fields, issue.path)
  const line = fields[name]?.kind === 'list' && typeof rest[0] === 'number' ? rest[0] : undefined
  const text = field ? textFor(field, issue, valueAt(body, issue.path)) : messages.unknownMember
  problems.add(name, line === undefined ? text : messages.line(line, text), `${detail}: ${text}`)
}

function textFor(field: Field, issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return messages.unknownMember
  if (value === undefined) return messages.required
  if (issue.code === 'custom' && issue.params?.problem === 'places') return messages.places(field.places ?? 2)
  if (issue.code === 'too_small' && field.least !== undefined) return messages.atLeast(field.least)
  if (issue.code === 'too_big' && field.most !== undefined) return messages.atMost(field.most)
  if (field.among && issue.code === 'custom') return messages.choice(field.among.map(String))
  if (field.kind === 'date') return messages.date
  if (field.kind === 'choice' && typeof value === 'string') return messages.choice(field.values ?? [])
  return messages.type(typeName(field))
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

function fieldAt(fields: Fields, path: readonly PropertyKey[]): Field | undefined {
  let field: Field | undefined = fields[String(path[0])]
  for (const step of path.slice(1))
    field = typeof step === 'number' ? field?.element : field?.members?.[String(step)]
  return field
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | null | undefined)?.[step],
    body,
  )

/** A request body as it was sent, without the members that a request cannot have (docs/service.md §1.4). */
export function knownMembers(fields: Fields, body: object): Record<string, unknown> {
  const known = Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && field.presence !== 'none' ? [[name, knownValue(field, value)] as const] : []
  })
  return Object.fromEntries(known)
}

function knownValue({ members, element }: Field, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return element ? value.map((one) => knownValue(element, one)) : value
  return members ? knownMembers(members, value) : value
}
