import type { Field, Fields } from '../engine/schema/fields'
import { isSendable } from '../engine/write/read-body'
import { DIGITS_AT_MOST } from '../kernel/money'
import { arraySchema, type JsonSchema, nullableSchema, referTo } from './json-schema'
import { decimalPattern, describedBy, plainSchema } from './plain-schema'

/** The assumptions that decide how request bodies are read. */
export interface BodyRules {
  /** True if unknown members are refused. */
  readonly strict: boolean
  /** True if decimals must be strings. */
  readonly textOnly: boolean
  /** True if a required text must not be empty. */
  readonly filled: boolean
}

/** The schema of a request body. In a partial body every member is optional. */
export function requestSchema(fields: Fields, reading: BodyRules, partial = false): JsonSchema {
  const asked = Object.entries(fields).filter(([, field]) => isSendable(field) || field.unread)
  const replaceable = new Set(asked.map(([, { aliasOf }]) => aliasOf))
  const required = asked
    .filter(([name, field]) => field.presence === 'required' && !partial && !replaceable.has(name))
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      asked.map(([name, field]) => [name, askedSchema(field, reading, partial)]),
    ),
    ...(required.length > 0 && { required }),
    ...(reading.strict && { additionalProperties: false }),
  }
}

function askedSchema(field: Field, reading: BodyRules, partial = false): JsonSchema {
  const schema =
    field.special === 'custom-fields' ? arraySchema(referTo('CustomFieldInput')) : valueSchema(field, reading)
  const typed = describedBy(field, field.nullable ? nullableSchema(schema) : schema)
  // A change has no defaults, because it keeps omitted members. Older tools ignore siblings of a `$ref`.
  return !partial && hasDefault(field) && !('$ref' in typed) ? { ...typed, default: field.initial } : typed
}

const hasDefault = ({ presence, initial }: Field): boolean =>
  presence === 'optional' && initial !== undefined && initial !== null

function valueSchema(field: Field, reading: BodyRules): JsonSchema {
  switch (field.kind) {
    case 'list':
      return arraySchema(field.element ? askedSchema(field.element, reading) : {})
    case 'object':
      return requestSchema(field.members ?? {}, reading)
    case 'decimal':
      return decimalSchema(field, reading)
    case 'text':
      return textSchema(field, reading)
    case 'integer':
      return field.among ? plainSchema(field, []) : { ...WHOLE, ...plainSchema(field, []) }
    case 'number':
      return { type: 'number', ...boundsOf(field) }
    default:
      return plainSchema(field, field.values ?? [])
  }
}

/** The service refuses decimals with sixteen or more digits before the point. */
const DECIMAL: JsonSchema = {
  exclusiveMinimum: -(10 ** DIGITS_AT_MOST),
  exclusiveMaximum: 10 ** DIGITS_AT_MOST,
}

const WHOLE: JsonSchema = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** A decimal may be sent as a string or as a number (§1.1). */
function decimalSchema(field: Field, { textOnly }: BodyRules): JsonSchema {
  const text: JsonSchema = { type: 'string', pattern: decimalPattern(field.places, field.sign) }
  return textOnly ? text : { anyOf: [text, { type: 'number', ...boundsOf(field) }] }
}

/** The text pattern allows zero, because not every regex engine supports the lookahead to exclude it. */
function boundsOf({ sign }: Field): JsonSchema {
  if (sign === undefined) return DECIMAL
  const { exclusiveMaximum } = DECIMAL
  return { ...(sign === 'positive' ? { exclusiveMinimum: 0 } : { minimum: 0 }), exclusiveMaximum }
}

function textSchema({ rule, presence, lengths, pattern }: Field, { filled }: BodyRules): JsonSchema {
  if (rule === 'email') return { type: 'string', pattern: '^$|@' }
  if (rule === 'country') return { type: 'string', pattern: '^([A-Z]{2})?$' }
  if (rule === 'non-empty' || (filled && presence === 'required')) return { type: 'string', minLength: 1 }
  return {
    type: 'string',
    ...(lengths && { minLength: lengths.least, maxLength: lengths.most }),
    ...(pattern !== undefined && { pattern }),
  }
}
