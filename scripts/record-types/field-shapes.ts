import { noteOf } from '../../src/engine/schema/notes/note-of'
import type { Interface, Member } from './interface'

/** Shapes that the engine reads and shows by code of its own (docs/service.md §2). */
const member =
  (owner: string) =>
  (name: string, type: string, note?: string): Member => ({
    name,
    type,
    optional: false,
    note: note ?? noteOf(owner, name) ?? name,
  })

/** May be sent, as answers show it. */
const notRead = (one: Member): Member => ({ ...one, optional: true, note: `${one.note} Not read.` })

const entry = member('ClassificationEntry')
const field = member('CustomField')
const value = member('CustomFieldValue')

export const FIELD_SHAPES: readonly Interface[] = [
  {
    name: 'ClassificationEntryInput',
    note: 'A value of a dimension such as department.',
    members: [
      entry('id', 'number'),
      entry('line_id', 'number'),
      ...[
        entry('name', 'string | null'),
        entry('line_name', 'string | null'),
        entry('parent_classification_id', 'number | null'),
        entry('parent_classification_line_id', 'number | null'),
      ].map(notRead),
    ],
  },
  {
    name: 'ClassificationEntry',
    note: 'A value of a dimension such as department.',
    members: [
      entry('id', 'number'),
      entry('name', 'string'),
      entry('line_id', 'number'),
      entry('line_name', 'string'),
      entry('parent_classification_id', 'number | null'),
      entry('parent_classification_line_id', 'number | null'),
    ],
  },
  {
    name: 'CustomField',
    note: 'The definition of a custom field.',
    members: [
      field('id', 'number'),
      field('name', 'string'),
      field('description', 'string | null'),
      field('helper_text', 'string | null', 'A hint for people who fill it in.'),
      field('field_type', 'CustomFieldKind', 'The type of its values.'),
      field('applies_to', 'RecordKind[]', 'The record types that have it.'),
      field('default_value', 'unknown', 'The value of new records in the interface of the service.'),
      field('options', 'string[] | null', 'The values to choose from.'),
      field('is_active', 'boolean', 'Whether records can have values of it.'),
    ],
  },
  {
    name: 'CustomFieldValue',
    note: 'The value of a custom field.',
    members: [
      value('id', 'number'),
      value('custom_field_id', 'number', 'The id of the field.'),
      value('custom_field_name', 'string', 'The name of the field.'),
      value('custom_field_type', 'CustomFieldKind', 'The type of the field.'),
      value('custom_field_value_id', 'number', 'The same as `id`.'),
      value('value', 'unknown'),
      value('created_at', 'string', 'When it was created. ISO 8601 in UTC.'),
      value('updated_at', 'string', 'When it was written last. ISO 8601 in UTC.'),
    ],
  },
  {
    name: 'CustomFieldEntry',
    note: 'A custom field of a record, with its value.',
    members: [
      member('CustomFieldEntry')('field', 'CustomField'),
      member('CustomFieldEntry')('value', 'CustomFieldValue | null'),
    ],
  },
]

/** `{ name: value }`, or the entry of a response. */
export const CUSTOM_FIELD_INPUT =
  '/** The value of a custom field: `{ name: value }`, or the entry of a response. */\n' +
  'export type CustomFieldInput = CustomFieldEntry | { readonly [name: string]: unknown }\n'
