import type { Registry } from '../engine/model/registry'
import type { View } from '../engine/read/serialize'
import type { Definition } from '../engine/schema/define'
import type { Derivation, Field, Fields } from '../engine/schema/fields'
import { arrayOf, exactly, type JsonSchema, orNull, referTo } from './json-schema'
import { plainSchema } from './plain-schema'

/** Inputs of the schema generator. */
export interface Shaping {
  readonly registry: Registry
  /** Schema names by the JSON text of the schema. */
  readonly names: ReadonlyMap<string, string>
}

const named = ({ names }: Shaping, schema: JsonSchema): JsonSchema => {
  const name = names.get(JSON.stringify(schema))
  return name === undefined ? schema : referTo(name)
}

/** The response object of a record type: these members and no others. */
export function responseSchema(shaping: Shaping, fields: Fields, view: View): JsonSchema {
  const shown = Object.entries(fields).filter(
    ([, field]) => field.shown === 'always' || field.shown === view || field.shown === 'filled',
  )
  const properties = shown.map(([name, field]) => [name, shownSchema(shaping, field, fields, view)] as const)
  const maybeAbsent = shown.filter(([, field]) => field.shown === 'filled').map(([name]) => name)
  return exactly(Object.fromEntries(properties), maybeAbsent)
}

function shownSchema(shaping: Shaping, field: Field, siblings: Fields, view: View): JsonSchema {
  if (field.special === 'classifications') return arrayOf(referTo('ClassificationEntry'))
  if (field.special === 'custom-fields') return arrayOf(referTo('CustomFieldEntry'))
  const schema = field.derived
    ? derivedSchema(shaping, field.derived, field, view)
    : valueSchema(shaping, field, view)
  return isNullable(field, siblings) ? orNull(schema) : schema
}

function isNullable(field: Field, siblings: Fields): boolean {
  if (field.filled) return false
  if (field.derived?.kind !== 'lookup') return field.nullable
  if (field.derived.otherwise !== null) return false
  const through = siblings[field.derived.through]
  return through === undefined || (through.nullable && !through.filled)
}

function valueSchema(shaping: Shaping, field: Field, view: View): JsonSchema {
  if (field.kind === 'list' && field.element) return arrayOf(listed(shaping, field.element, view))
  // An object is shown as stored, with all of its members.
  if (field.kind === 'object') return storedObject(shaping, field.members ?? {}, view)
  return plainSchema(field, [...(field.values ?? []), ...(field.ownValues ?? [])])
}

const listed = (shaping: Shaping, element: Field, view: View): JsonSchema => {
  const schema = element.members
    ? named(shaping, responseSchema(shaping, element.members, view))
    : valueSchema(shaping, element, view)
  return element.nullable ? orNull(schema) : schema
}

const storedObject = (shaping: Shaping, members: Fields, view: View): JsonSchema =>
  named(
    shaping,
    exactly(
      Object.fromEntries(
        Object.entries(members).map(([name, field]) => [name, shownSchema(shaping, field, members, view)]),
      ),
    ),
  )

function derivedSchema(shaping: Shaping, derivation: Derivation, field: Field, view: View): JsonSchema {
  switch (derivation.kind) {
    case 'common-classifications':
      return arrayOf(referTo('ClassificationEntry'))
    case 'named-by':
      return arrayOf(membersOf(shaping, derivation.resource, derivation.members))
    case 'owned': {
      const { resource, members } = derivation
      if (members) return arrayOf(membersOf(shaping, resource, members))
      return valueSchema(shaping, field, view)
    }
    default:
      return valueSchema(shaping, field, view)
  }
}

/** Selected members of another record type. */
function membersOf(shaping: Shaping, resource: string, members: readonly string[]): JsonSchema {
  const definition: Definition | undefined = shaping.registry.find(resource)?.definition
  if (!definition) return { type: 'object' }
  const { fields } = definition
  const picked = members.map((name) => [name, shownSchema(shaping, fields[name] as Field, fields, 'detail')])
  return exactly(Object.fromEntries(picked))
}
