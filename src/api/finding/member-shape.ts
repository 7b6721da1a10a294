import type { Registry } from '../../engine/model/registry'
import type { Derivation, Field, Fields } from '../../engine/schema/fields'

/** What a question can say of a member: that of a field, or nothing more than the names within it. */
export interface MemberShape {
  readonly field?: Field
  /** The members of an object or of the entries of a list; absent for single values. */
  readonly within?: ReadonlyMap<string, MemberShape>
}

const named = (...names: readonly string[]): MemberShape => ({
  within: new Map(names.map((name) => [name, {}])),
})

const CLASSIFICATION = named(
  ...['id', 'name', 'line_id', 'line_name'],
  ...['parent_classification_id', 'parent_classification_line_id'],
)

const CUSTOM_FIELD: MemberShape = {
  within: new Map([
    [
      'field',
      named(
        ...[
          'id',
          'name',
          'description',
          'helper_text',
          'field_type',
          'applies_to',
          'default_value',
          'options',
        ],
        'is_active',
      ),
    ],
    [
      'value',
      named(
        ...[
          'id',
          'custom_field_id',
          'custom_field_name',
          'custom_field_type',
          'custom_field_value_id',
          'value',
        ],
        ...['created_at', 'updated_at'],
      ),
    ],
  ]),
}

/** The shapes of the members that a single record shows. */
export const shapesOf = (registry: Registry, fields: Fields): ReadonlyMap<string, MemberShape> =>
  new Map(
    Object.entries(fields)
      .filter(([, { shown }]) => !['never', 'with-line-amounts', 'entry'].includes(shown))
      .map(([name, field]) => [name, shapeOf(registry, field, fields)]),
  )

function shapeOf(registry: Registry, field: Field, siblings: Fields): MemberShape {
  if (field.special === 'classifications') return CLASSIFICATION
  if (field.special === 'custom-fields') return CUSTOM_FIELD
  const { derived } = field
  if (derived?.kind === 'common-classifications') return CLASSIFICATION
  if (derived?.kind === 'lookup') return lookedUp(registry, siblings[derived.through], derived) ?? { field }
  if ((derived?.kind === 'owned' || derived?.kind === 'named-by') && derived.members) {
    const { fields } = registry.type(derived.resource).definition
    const members = derived.members.map(
      (name) => [name, shapeOf(registry, fields[name] as Field, fields)] as const,
    )
    return { field, within: new Map(members) }
  }
  const members = field.members ?? field.element?.members
  return members ? { field, within: shapesOf(registry, members) } : { field: field.element ?? field }
}

type Lookup = Extract<Derivation, { kind: 'lookup' }>

/** A member of the record that another member names. */
function lookedUp(registry: Registry, through: Field | undefined, derived: Lookup): MemberShape | undefined {
  const { member } = derived
  const fields = through?.target && registry.find(through.target.resource)?.definition.fields
  const field = fields?.[member]
  return field && { field: { ...field, derived } }
}
