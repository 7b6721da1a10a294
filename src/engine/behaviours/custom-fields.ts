import { isObject } from '../../kernel/is-object'
import { jsonCopy } from '../../kernel/json-copy'
import { readDecimal } from '../../kernel/money'
import { isPlainDate } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { recordType } from '../model/compiled-type'
import { type Message, messages } from '../model/refusals'
import { linesOf, listOf } from '../model/row'
import { CUSTOM_FIELDS, type CustomFieldRow, type CustomFieldValue, nextOf } from '../model/tables'
import { defineBehaviourWhere } from '../write/behaviour'
import type { Write } from '../write/write'

/** Values of custom fields on a record (§2.6). */
export const customFields = defineBehaviourWhere(
  'custom fields',
  (definition) => definition.fields.custom_fields?.special === 'custom-fields' || undefined,
  {
    references(write) {
      const { before, after, sent } = write
      const kept = linesOf<CustomFieldValue>(before ?? {}, 'custom_fields').slice()
      if (!sent.has('custom_fields') || (before && after.custom_fields === before.custom_fields)) {
        after.custom_fields = after.custom_fields ?? []
        return
      }
      const isPartial = write.definition.partialUpdate === true
      const values = new Map(
        isPartial && after.custom_fields ? kept.map((value) => [value.custom_field_id, value]) : [],
      )
      for (const entry of listOf(after, 'custom_fields')) {
        const [name, value] = readEntry(entry)
        const field = fieldNamed(write, name)
        if (!field) addFieldProblem(write, messages.customField(String(name)))
        else if (value === null) values.delete(field.id)
        else if (!isValue(field, value)) addFieldProblem(write, messages.customFieldValue(field.name))
        else values.set(field.id, written(write, field, value, kept))
      }
      after.custom_fields = [...values.values()]
    },
  },
)

function addFieldProblem(write: Write, text: Message): void {
  if (write.world.assumptions.read('custom-fields-unknown') === '422')
    write.problems.add('custom_fields', text)
}

/** Accepts `{ name: value }` and `{ field: { id }, value: { value } }`. */
function readEntry(entry: unknown): [nameOrId: unknown, value: unknown] {
  if (typeof entry !== 'object' || entry === null) return [entry, undefined]
  const { field, value }: Row = { ...entry }
  if (isObject(field) && 'id' in field) return [field.id, isObject(value) ? (value.value ?? null) : null]
  const members = Object.entries(entry)
  const [only] = members
  return only !== undefined && members.length === 1
    ? only
    : [members.map(([name]) => name).join(', '), undefined]
}

/** Several fields may have the same name for different record types. */
function fieldNamed(write: Write, nameOrId: unknown): CustomFieldRow | undefined {
  const fields = write.table(CUSTOM_FIELDS)
  const keys = typeof nameOrId === 'number' ? [nameOrId] : fields.keysWhere('name', String(nameOrId))
  return keys
    .map((key) => fields.get(key))
    .find((field) => field?.is_active && field.applies_to.includes(recordType(write.definition)))
}

function isValue(field: CustomFieldRow, value: unknown): boolean {
  switch (field.field_type) {
    case 'number':
      return 'value' in readDecimal(value, 6)
    case 'currency':
      return 'value' in readDecimal(value, 2)
    case 'date':
      return typeof value === 'string' && isPlainDate(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'single_select':
      return typeof value === 'string' && (field.options ?? []).includes(value)
    case 'multi_select':
      return (
        Array.isArray(value) && value.every((one) => (field.options ?? []).some((option) => option === one))
      )
    default:
      return typeof value === 'string'
  }
}

function written(
  write: Write,
  field: CustomFieldRow,
  value: unknown,
  kept: readonly CustomFieldValue[],
): CustomFieldValue {
  const before = kept.find((one) => one.custom_field_id === field.id)
  if (before && JSON.stringify(before.value) === JSON.stringify(value)) return before
  const now = write.world.clock.instant
  const id = before?.id ?? nextOf(write.world.store, write.organization, 'custom_field_value')
  return {
    id,
    custom_field_id: field.id,
    custom_field_value_id: id,
    // Copied, because the row is frozen and the value belongs to the caller.
    value: jsonCopy(value),
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
}
