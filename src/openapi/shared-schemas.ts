import { CURRENCIES } from '../engine/model/currencies'
import type { Registry } from '../engine/model/registry'
import { CUSTOM_FIELD_TYPES } from '../engine/model/tables'
import { actors, address, attachments, payment, person } from '../engine/schema/field-groups'
import type { Field, Fields } from '../engine/schema/fields'
import { itemLine } from '../engine/schema/line-fields'
import { arrayOf, exactly, type JsonSchema, orNull } from './json-schema'
import { flag, instant, text, whole } from './plain-values'
import { responseSchema, type Shaping } from './response-schema'

/** Schemas that several kinds of responses share, by name (docs/service.md §2). */
export const sharedSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  Errors: {
    ...exactly({
      success: { const: false, description: 'False in every refusal.' },
      errors: {
        type: 'object',
        description: 'Messages by the name of a member, or under `__all__` for those of no member.',
        additionalProperties: { ...arrayOf(text), minItems: 1 },
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
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    },
    required: ['files'],
  },
  Success: exactly({ success: { const: true, description: 'Always true.' } }),
  Currency: { type: 'string', enum: CURRENCIES, description: 'An ISO 4217 code.' },
  ClassificationEntry: exactly({
    id: whole,
    name: orNull(text),
    line_id: whole,
    line_name: orNull(text),
    parent_classification_id: orNull(whole),
    parent_classification_line_id: orNull(whole),
  }),
  CustomFieldInput: {
    type: 'object',
    description: 'The value of a custom field: by the name of the field, or as answers show it.',
  },
  CustomFieldEntry: exactly({
    field: exactly({
      id: whole,
      name: text,
      description: orNull(text),
      helper_text: orNull(text),
      field_type: { type: 'string', enum: CUSTOM_FIELD_TYPES },
      applies_to: arrayOf(text),
      default_value: {},
      options: orNull(arrayOf(text)),
      is_active: flag,
    }),
    value: exactly({
      id: whole,
      custom_field_id: whole,
      custom_field_name: text,
      custom_field_type: { type: 'string', enum: CUSTOM_FIELD_TYPES },
      custom_field_value_id: whole,
      value: {},
      created_at: instant,
      updated_at: instant,
    }),
  }),
})

const membersIn = (field: Field | undefined): Fields => field?.members ?? field?.element?.members ?? {}

/** Objects that occur in many record types and get a schema name. */
const REPEATED: Readonly<Record<string, () => Fields>> = {
  AuditActor: () => membersIn(actors().created_by),
  Address: () => membersIn(address()),
  Payment: () => membersIn(payment()),
  Attachment: () => membersIn(attachments().attachments),
  LineTax: () => membersIn(itemLine().tax),
  Person: () => membersIn(person()),
}

/** The schemas of those objects, and their names by JSON text. */
export function repeatedSchemas(registry: Registry): {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly shaping: Shaping
} {
  const plain: Shaping = { registry, names: new Map() }
  const entries = Object.entries(REPEATED).map(
    ([name, fields]) => [name, responseSchema(plain, fields(), 'detail')] as const,
  )
  const names = new Map(entries.map(([name, schema]) => [JSON.stringify(schema), name]))
  return { schemas: Object.fromEntries(entries), shaping: { registry, names } }
}
