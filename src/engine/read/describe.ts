import type { Registry } from '../model/compiled-type'
import { CLASSIFICATION_LINES, CLASSIFICATIONS, CUSTOM_FIELD_TYPES, CUSTOM_FIELDS } from '../model/tables'
import * as f from '../schema/fields'

/** A single record, or an entry of a list. */
export type RecordView = 'detail' | 'entry'

/** A field as responses show it. Derived and special members are interpreted here only. */
export interface ShownField {
  /** The field as declared. A member of another record is marked as shown in every response. */
  readonly field: f.Field
  /** The field that the values come from. For a lookup it is the field of the other record. */
  readonly source: f.Field
  readonly nullable: boolean
  /** The members of an object, or of each entry of a list. */
  readonly within?: ShownFields
  /** The tables, besides the record's own, that the value is read from. */
  readonly tables: readonly string[]
}

export type ShownFields = ReadonlyMap<string, ShownField>

/** An entry of `classifications` (§2.5). */
export const CLASSIFICATION_ENTRY: f.Fields = {
  id: f.integer(),
  name: f.nullable(f.text()),
  line_id: f.integer(),
  line_name: f.nullable(f.text()),
  parent_classification_id: f.nullable(f.integer()),
  parent_classification_line_id: f.nullable(f.integer()),
}

/** An entry of `custom_fields` (§2.6). */
export const CUSTOM_FIELD_ENTRY: f.Fields = {
  field: f.object({
    id: f.integer(),
    name: f.text(),
    description: f.nullable(f.text()),
    helper_text: f.nullable(f.text()),
    field_type: f.choice(...CUSTOM_FIELD_TYPES),
    applies_to: f.list(f.text()),
    default_value: f.anything(),
    options: f.nullable(f.list(f.text())),
    is_active: f.flag(),
  }),
  value: f.object({
    id: f.integer(),
    custom_field_id: f.integer(),
    custom_field_name: f.text(),
    custom_field_type: f.choice(...CUSTOM_FIELD_TYPES),
    custom_field_value_id: f.integer(),
    value: f.anything(),
    created_at: f.instant(),
    updated_at: f.instant(),
  }),
}

type Members = readonly string[]

/** True if responses of this kind contain the member. */
export const isShown = ({ shown }: f.Field, view: RecordView): boolean =>
  shown === 'always' || shown === 'filled' || shown === view

/** The members of a record as responses of this kind show them; without a kind, all members. */
export const shownFields = (registry: Registry, fields: f.Fields, view?: RecordView): ShownFields =>
  new Map(
    Object.entries(fields)
      .filter(([, field]) => view === undefined || isShown(field, view))
      .map(([name, field]) => [name, describeField(registry, field, fields, view)]),
  )

function describeField(
  registry: Registry,
  field: f.Field,
  siblings: f.Fields,
  view?: RecordView,
): ShownField {
  const { derived, special } = field
  if (special === 'custom-fields') return entries(registry, field, CUSTOM_FIELD_ENTRY, [CUSTOM_FIELDS])
  if (special === 'classifications' || derived?.kind === 'common-classifications')
    return entries(registry, field, CLASSIFICATION_ENTRY, [CLASSIFICATIONS, CLASSIFICATION_LINES])
  const plain = { field, source: field, nullable: field.nullable && !field.filled }
  switch (derived?.kind) {
    case 'lookup': {
      const { through, or = '', member, otherwise } = derived
      const [named, other] = [siblings[through], siblings[or]]
      const source = named?.target && registry.find(named.target.resource)?.definition.fields[member]
      const isEmpty = named === undefined || (named.nullable && !named.filled)
      return {
        field,
        source: source ?? field,
        nullable: !field.filled && otherwise === null && isEmpty,
        tables: [named, other].flatMap((reference) => reference?.target?.resource ?? []),
      }
    }
    case 'owned':
    case 'named-by':
      return derived.members
        ? { ...plain, ...picked(registry, derived.resource, derived.members) }
        : { ...plain, ...membersWithin(registry, field, view), tables: [derived.resource] }
    case 'count':
      return { ...plain, tables: [derived.resource] }
    default:
      return { ...plain, ...membersWithin(registry, field, view), tables: [] }
  }
}

const entries = (registry: Registry, field: f.Field, members: f.Fields, tables: Members): ShownField => ({
  field,
  source: f.list(f.object(members)),
  nullable: false,
  within: shownFields(registry, members, 'detail'),
  tables,
})

function membersWithin(
  registry: Registry,
  { members, element }: f.Field,
  view?: RecordView,
): Pick<ShownField, 'within'> {
  const inner = members ?? element?.members
  return inner ? { within: shownFields(registry, inner, view) } : {}
}

/** Selected members of another record type. */
function picked(
  registry: Registry,
  resource: string,
  members: Members,
): Pick<ShownField, 'within' | 'tables'> {
  const { fields } = registry.type(resource).definition
  const shown = members.map((name) => {
    const one = describeField(registry, fields[name] as f.Field, fields, 'detail')
    return [name, { ...one, field: { ...one.field, shown: 'always' as const } }] as const
  })
  return { within: new Map(shown), tables: [resource] }
}
