import type { Definition, ListView } from '../engine/schema/define'
import { type JsonSchema, pageOf, referTo } from './json-schema'
import { type Reading, requestSchema } from './request-schema'
import { responseSchema, type Shaping } from './response-schema'

/** The names of the schemas of a record type. Its entry in a list is the record itself unless they differ. */
export interface SchemaNames {
  readonly record: string
  readonly entry: string
  readonly input: string
  readonly change: string
}

/** The name of a page of entries. */
export const pagedName = (entry: string): string => `Paged${entry}`

export const namesOf = ({ model, partialUpdate }: Definition, differs: boolean): SchemaNames => ({
  record: model,
  entry: differs ? `${model}Entry` : model,
  input: `${model}Input`,
  change: partialUpdate ? `${model}Change` : `${model}Input`,
})

/** Whether an entry of a list has other members than the record. */
export const entryDiffers = ({ fields }: Definition): boolean =>
  Object.values(fields).some(({ shown }) => shown === 'detail' || shown === 'entry')

/** Everything that operations of a record type are asked with and answer with. */
export function recordSchemas(
  shaping: Shaping,
  definition: Definition,
  reading: Reading,
): Record<string, JsonSchema> {
  const { fields, partialUpdate } = definition
  const differs = entryDiffers(definition)
  const { record, entry, input, change } = namesOf(definition, differs)
  return {
    [record]: responseSchema(shaping, fields, 'detail'),
    ...(differs && { [entry]: responseSchema(shaping, fields, 'entry') }),
    [pagedName(entry)]: pageOf(referTo(entry)),
    [input]: withPayload(shaping, definition, requestSchema(fields, reading)),
    ...(partialUpdate && { [change]: requestSchema(fields, reading, true) }),
  }
}

/** The entries of a view and a page of them. */
export const viewSchemas = (shaping: Shaping, view: ListView): Record<string, JsonSchema> => ({
  [view.model]: responseSchema(shaping, shaping.registry.viewed(view).definition.fields, 'entry'),
  [pagedName(view.model)]: pageOf(referTo(view.model)),
})

/** A template keeps the create body of another record type. */
function withPayload({ registry }: Shaping, { recurs }: Definition, schema: JsonSchema): JsonSchema {
  const created = recurs && registry.find(recurs.creates)?.definition
  if (!created) return schema
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>
  return { ...schema, properties: { ...properties, [recurs.payload]: referTo(`${created.model}Input`) } }
}
