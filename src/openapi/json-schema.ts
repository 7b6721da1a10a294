/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export interface JsonSchema {
  /** A reference to another schema. */
  readonly $ref?: string
  /** One JSON type, or several. */
  readonly type?: string | readonly string[] | undefined
  /** The schema of each element of an array. */
  readonly items?: JsonSchema
  /** Schemas of which at least one must match. */
  readonly anyOf?: readonly JsonSchema[]
  /** The schemas of the members of an object. */
  readonly properties?: JsonSchemas
  /** The required members of an object; for a parameter, true if it is required. */
  readonly required?: readonly string[] | boolean
  readonly [keyword: string]: unknown
}

export type JsonSchemas = Readonly<Record<string, JsonSchema>>

export const nullableSchema = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values, ...others } = schema
  if (Array.isArray(type) && type.includes('null')) return schema
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  // Generators of Zod schemas accept no null among the values of an enum.
  if (values !== undefined) return { ...others, anyOf: [{ type, enum: values }, { type: 'null' }] }
  return typeof type === 'string'
    ? { ...schema, type: [type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

export const arraySchema = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** An object with these members only. `optional` names the members that may be absent. */
export const exactly = (properties: JsonSchemas, optional: readonly string[] = []): JsonSchema => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

export const referTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The response of a list (docs/service.md §8.1). */
export const pageOf = (item: JsonSchema): JsonSchema =>
  exactly({
    items: { ...arraySchema(item), description: 'The entries of this page.' },
    count: { type: 'integer', minimum: 0, description: 'The number of all matches.' },
  })
