import type { Registry } from '../engine/model/compiled-type'
import { CURRENCIES } from '../engine/model/currencies'
import { CLASSIFICATION_ENTRY, CUSTOM_FIELD_ENTRY } from '../engine/read/describe'
import { actors, address, attachments, payment, person } from '../engine/schema/field-groups'
import { anything, type Field, type Fields } from '../engine/schema/fields'
import { itemLine } from '../engine/schema/line-fields'
import { mapValues } from '../kernel/map-values'
import { arraySchema, exactly, type JsonSchema, type JsonSchemas, referTo } from './json-schema'
import { plainSchema } from './plain-schema'
import { textSchema } from './plain-values'
import { responseSchema, type SchemaContext } from './response-schema'

const fixedSchemas = (): JsonSchemas => ({
  Errors: {
    ...exactly({
      success: { type: 'boolean', const: false, description: 'False in every refusal.' },
      errors: {
        type: 'object',
        description: 'Messages by the name of a member, or under `__all__` for those of no member.',
        additionalProperties: { ...arraySchema(textSchema), minItems: 1 },
      },
    }),
    description: 'The body of every refusal.',
  },
  FilesUpload: {
    type: 'object',
    properties: {
      files: {
        type: 'array',
        minItems: 1,
        description: 'The files.',
        items: { type: 'string', format: 'binary' },
      },
    },
    required: ['files'],
  },
  Success: exactly({ success: { type: 'boolean', const: true, description: 'Always true.' } }),
  Currency: { type: 'string', enum: CURRENCIES, description: 'An ISO 4217 code.' },
})

/** Both forms of a custom field in requests (§2.6). Responses show the second form. */
const customFieldInput = (): JsonSchemas => ({
  CustomFieldInput: {
    description: 'The value of a custom field: by the name of the field, or as answers show it.',
    anyOf: [referTo('CustomFieldByName'), referTo('CustomFieldAsShown')],
  },
  CustomFieldByName: {
    description: 'One member: the name of the field, with the value. Null removes the value.',
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: plainSchema(anything(), []),
  },
  CustomFieldAsShown: {
    description: 'The field by its id, with the value. The further members of answers are not read.',
    type: 'object',
    properties: {
      field: sent({ id: { type: 'integer', description: 'The id of the field.' } }),
      value: sent({ value: { ...plainSchema(anything(), []), description: 'The value; null removes it.' } }),
    },
    required: ['field', 'value'],
  },
})

const sent = (properties: JsonSchemas): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const membersIn = (field: Field | undefined): Fields => field?.members ?? field?.element?.members ?? {}

/** Objects that occur in many record types and get a schema name. */
const REPEATED: Readonly<Record<string, () => Fields>> = {
  ClassificationEntry: () => CLASSIFICATION_ENTRY,
  CustomFieldEntry: () => CUSTOM_FIELD_ENTRY,
  AuditActor: () => membersIn(actors().created_by),
  Address: () => membersIn(address()),
  Payment: () => membersIn(payment()),
  Attachment: () => membersIn(attachments().attachments),
  LineTax: () => membersIn(itemLine().tax),
  Person: () => membersIn(person()),
}

/** The schemas that several responses share (§2), and the names of repeated objects. */
export function sharedSchemas(registry: Registry): {
  readonly schemas: JsonSchemas
  readonly shaping: SchemaContext
} {
  const plain: SchemaContext = { registry, names: new Map() }
  const repeated: JsonSchemas = mapValues(REPEATED, (fields) => responseSchema(plain, fields(), 'detail'))
  const { ClassificationEntry = {}, ...others } = repeated
  return {
    schemas: { ...fixedSchemas(), ClassificationEntry, ...customFieldInput(), ...others },
    shaping: {
      registry,
      names: new Map(Object.entries(repeated).map(([name, schema]) => [JSON.stringify(schema), name])),
    },
  }
}
