import { readDecimal } from '../../kernel/money'
import { isPlainDate } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { messages } from '../model/messages'
import { recordType } from '../model/record-type'
import { nextOf } from '../model/sequences'
import type { World } from '../model/world'
import type { Behaviour } from '../write/behaviour'
import type { Write } from '../write/write'

export const CUSTOM_FIELD_TYPES = [
  'text',
  'number',
  'currency',
  'date',
  'boolean',
  'single_select',
  'multi_select',
  'link',
  'paragraph',
] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

/** A field that the organisation added to record types of its own choice. */
export interface CustomFieldRow extends Row {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly helper_text: string | null
  readonly field_type: CustomFieldType
  readonly applies_to: readonly string[]
  readonly default_value: unknown
  readonly options: readonly string[] | null
  readonly is_active: boolean
}

interface ValueRow extends Row {
  readonly id: number
  readonly custom_field_id: number
  readonly custom_field_value_id: number
  readonly value: unknown
  readonly created_at: string
  readonly updated_at: string
}

/** Values of custom fields on a record (docs/service.md §2.6). */
export const customFields: Behaviour = {
  name: 'custom fields',
  appliesTo: (definition) => definition.fields.custom_fields?.special === 'custom-fields',

  references(write) {
    const { before, after, sent } = write
    const kept = ((before?.custom_fields ?? []) as readonly ValueRow[]).slice()
    if (!sent.has('custom_fields')) {
      after.custom_fields = after.custom_fields ?? []
      return
    }
    const isPartial = write.definition.partialUpdate === true
    const values = new Map(
      isPartial && after.custom_fields ? kept.map((value) => [value.custom_field_id, value]) : [],
    )
    for (const entry of (after.custom_fields ?? []) as readonly unknown[]) {
      const [name, value] = readEntry(entry)
      const field = fieldNamed(write, name)
      if (!field) complain(write, messages.customField(String(name)))
      else if (value === null) values.delete(field.id)
      else if (!isValue(field, value)) complain(write, messages.customFieldValue(field.name))
      else values.set(field.id, written(write, field, value, kept))
    }
    after.custom_fields = [...values.values()]
  },
}

function complain(write: Write, text: string): void {
  if (write.world.assumptions.read('custom-fields-unknown') === '422')
    write.problems.add('custom_fields', text)
}

/** Either `{ name: value }` or `{ field: { id }, value: { value } }`. */
function readEntry(entry: unknown): [nameOrId: unknown, value: unknown] {
  if (typeof entry !== 'object' || entry === null) return [entry, undefined]
  const { field, value } = entry as { field?: { id?: unknown } | null; value?: { value?: unknown } | null }
  if (typeof field === 'object' && field !== null && 'id' in field) return [field.id, value?.value ?? null]
  const members = Object.entries(entry)
  return members.length === 1
    ? (members[0] as [string, unknown])
    : [members.map(([name]) => name).join(', '), undefined]
}

/** Fields of one name can apply to different record types. */
function fieldNamed(write: Write, nameOrId: unknown): CustomFieldRow | undefined {
  const fields = write.table<CustomFieldRow>('customFields')
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
      return Array.isArray(value) && value.every((one) => (field.options ?? []).includes(one as string))
    default:
      return typeof value === 'string'
  }
}

function written(write: Write, field: CustomFieldRow, value: unknown, kept: readonly ValueRow[]): ValueRow {
  const before = kept.find((one) => one.custom_field_id === field.id)
  if (before && JSON.stringify(before.value) === JSON.stringify(value)) return before
  const now = write.world.clock.instant
  const id = before?.id ?? nextOf(write.world.store, write.organization, 'custom_field_value')
  return {
    id,
    custom_field_id: field.id,
    custom_field_value_id: id,
    // A copy: the caller keeps its own.
    value: JSON.parse(JSON.stringify(value)),
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
}

export function serializeCustomFields(
  context: { world: World; organization: string },
  values: unknown,
): readonly Row[] {
  const fields = context.world.store.table<CustomFieldRow>(context.organization, 'customFields')
  return ((values ?? []) as readonly ValueRow[]).flatMap((value) => {
    const field = fields.get(value.custom_field_id)
    return field ? [{ field, value: serializeValue(field, value) }] : []
  })
}

const serializeValue = (field: CustomFieldRow, value: ValueRow): Row => ({
  id: value.id,
  custom_field_id: field.id,
  custom_field_name: field.name,
  custom_field_type: field.field_type,
  custom_field_value_id: value.custom_field_value_id,
  value: value.value,
  created_at: onWire(value.created_at),
  updated_at: onWire(value.updated_at),
})

const onWire = (instant: string): string => instant.replace('.000Z', 'Z')
