import type { Row } from '../../kernel/store'
import type { Scope } from '../model/context'
import { CUSTOM_FIELDS, type CustomFieldRow, type CustomFieldValue } from '../model/tables'

/** Adds the current names of the custom fields to their values (§2.6). */
export function serializeCustomFields(
  { world, organization }: Scope,
  given: readonly CustomFieldValue[],
): readonly Row[] {
  if (given.length === 0) return []
  const fields = world.store.table(organization, CUSTOM_FIELDS)
  return given.flatMap((value) => {
    const field = fields.get(value.custom_field_id)
    return field ? [{ field, value: serializeValue(field, value) }] : []
  })
}

const serializeValue = (field: CustomFieldRow, value: CustomFieldValue): Row => ({
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
