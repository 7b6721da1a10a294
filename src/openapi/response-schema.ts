import type { Registry } from '../engine/model/compiled-type'
import { type RecordView, type ShownField, type ShownFields, shownFields } from '../engine/read/describe'
import type { Field, Fields } from '../engine/schema/fields'
import { arraySchema, exactly, type JsonSchema, nullableSchema, referTo } from './json-schema'
import { describedBy, plainSchema } from './plain-schema'

export interface SchemaContext {
  readonly registry: Registry
  /** Schema names by the JSON text of the schema. */
  readonly names: ReadonlyMap<string, string>
}

/** The response object of a record type, with no further members. */
export const responseSchema = (shaping: SchemaContext, fields: Fields, view: RecordView): JsonSchema =>
  objectSchema(shaping, shownFields(shaping.registry, fields, view))

function objectSchema(shaping: SchemaContext, shape: ShownFields): JsonSchema {
  const properties = [...shape].map(([name, one]) => [name, shownSchema(shaping, one)] as const)
  const maybeAbsent = [...shape].filter(([, { field }]) => field.shown === 'filled').map(([name]) => name)
  return exactly(Object.fromEntries(properties), maybeAbsent)
}

function shownSchema(shaping: SchemaContext, { field, nullable, within }: ShownField): JsonSchema {
  const schema = within ? nestedSchema(shaping, field, within) : valueSchema(field)
  return describedBy(field, nullable ? nullableSchema(schema) : schema)
}

function nestedSchema(shaping: SchemaContext, { kind, element }: Field, within: ShownFields): JsonSchema {
  const schema = objectSchema(shaping, within)
  const name = shaping.names.get(JSON.stringify(schema))
  const inner = name === undefined ? schema : referTo(name)
  if (kind !== 'list') return inner
  return arraySchema(element?.nullable ? nullableSchema(inner) : inner)
}

function valueSchema({ element, ...field }: Field): JsonSchema {
  if (field.kind === 'list' && element)
    return arraySchema(element.nullable ? nullableSchema(valueSchema(element)) : valueSchema(element))
  return plainSchema(field, [...(field.values ?? []), ...(field.ownValues ?? [])])
}
