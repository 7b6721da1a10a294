import type { Definition, ListView } from '../engine/schema/define'
import { type JsonSchema, pageOf, referTo } from './json-schema'
import { type BodyRules, requestSchema } from './request-schema'
import { responseSchema, type SchemaContext } from './response-schema'

export const pagedName = (entry: string): string => `Paged${entry}`

export const schemaNames = ({ model, partialUpdate }: Definition, differs: boolean) => ({
  record: model,
  entry: differs ? `${model}Entry` : model,
  input: `${model}Input`,
  change: partialUpdate ? `${model}Change` : `${model}Input`,
})

/** True if a list entry has other members than the record itself. */
export const entryDiffers = ({ fields }: Definition): boolean =>
  Object.values(fields).some(({ shown }) => shown === 'detail' || shown === 'entry')

/** All request and response schemas of a record type. */
export function recordSchemas(
  shaping: SchemaContext,
  definition: Definition,
  reading: BodyRules,
): Record<string, JsonSchema> {
  const { fields, partialUpdate } = definition
  const differs = entryDiffers(definition)
  const { record, entry, input, change } = schemaNames(definition, differs)
  return {
    [record]: responseSchema(shaping, fields, 'detail'),
    ...(differs && { [entry]: responseSchema(shaping, fields, 'entry') }),
    [pagedName(entry)]: pageOf(referTo(entry)),
    [input]: withPayload(shaping, definition, requestSchema(fields, reading)),
    ...(partialUpdate && { [change]: requestSchema(fields, reading, true) }),
  }
}

export const viewSchemas = (shaping: SchemaContext, view: ListView): Record<string, JsonSchema> => ({
  [view.model]: responseSchema(shaping, shaping.registry.viewed(view).definition.fields, 'entry'),
  [pagedName(view.model)]: pageOf(referTo(view.model)),
})

/** The payload of a template is the create body of another record type. */
function withPayload({ registry }: SchemaContext, { recurs }: Definition, schema: JsonSchema): JsonSchema {
  const created = recurs && registry.find(recurs.creates)?.definition
  if (!created) return schema
  return {
    ...schema,
    properties: { ...schema.properties, [recurs.payload]: referTo(`${created.model}Input`) },
  }
}
