import type { Field, Fields } from '../engine/schema/fields'
import { isSendable } from '../engine/write/read-body'
import { arraySchema, type JsonSchema, nullableSchema, referTo } from './json-schema'
import { plainSchema } from './plain-schema'

/** How the service reads request bodies. */
export interface BodyRules {
  /** Unknown members are refused. */
  readonly strict: boolean
  /** Numbers must be text. */
  readonly textOnly: boolean
}

/** The schema of a request body. In a partial body every member is optional. */
export function requestSchema(fields: Fields, reading: BodyRules, partial = false): JsonSchema {
  const asked = Object.entries(fields).filter(([, field]) => isSendable(field) || field.unread)
  const replaceable = new Set(asked.map(([, { inPlaceOf }]) => inPlaceOf))
  const required = asked
    .filter(([name, field]) => field.presence === 'required' && !partial && !replaceable.has(name))
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(asked.map(([name, field]) => [name, askedSchema(field, reading)])),
    ...(required.length > 0 && { required }),
    ...(reading.strict && { additionalProperties: false }),
  }
}

function askedSchema(field: Field, reading: BodyRules): JsonSchema {
  const schema =
    field.special === 'custom-fields' ? arraySchema(referTo('CustomFieldInput')) : valueSchema(field, reading)
  const typed = field.nullable ? nullableSchema(schema) : schema
  // Older readers ignore the siblings of a `$ref`.
  return hasDefault(field) && !('$ref' in typed) ? { ...typed, default: field.initial } : typed
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
      return decimalSchema(field.places ?? 2, reading)
    case 'text':
      return textSchema(field)
    default:
      return plainSchema(field, field.values ?? [])
  }
}

function decimalSchema(places: number, { textOnly }: BodyRules): JsonSchema {
  const text: JsonSchema = { type: 'string', pattern: `^[+-]?\\d+(\\.\\d{1,${places}})?$` }
  return textOnly ? text : { anyOf: [text, { type: 'number' }] }
}

function textSchema({ rule }: Field): JsonSchema {
  if (rule === 'non-empty') return { type: 'string', minLength: 1 }
  if (rule === 'country') return { type: 'string', pattern: '^([A-Z]{2})?$' }
  return { type: 'string' }
}
