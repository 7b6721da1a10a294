import { nestedName } from '../engine/schema/notes/nested-name'
import { noteOf } from '../engine/schema/notes/note-of'
import { FURTHER_NOTES } from './further-notes'
import type { JsonSchema, JsonSchemas } from './json-schema'

/** Adds to every property of the named schemas what it means. The published types say the same. */
export const withNotes = (schemas: JsonSchemas): JsonSchemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, noted(name, schema)]))

/** A schema without a name, with the notes of its members. */
export function notedAs(owner: string, schema: JsonSchema): JsonSchema {
  const { items } = schema
  return items ? { ...schema, items: notedAs(owner, items) } : noted(owner, schema)
}

function noted(owner: string, schema: JsonSchema): JsonSchema {
  const { properties } = schema
  if (!properties) return schema
  const entries = Object.entries(properties).map(([member, property]) => {
    const note = FURTHER_NOTES[`${owner}.${member}`] ?? noteOf(owner, member) ?? FURTHER_NOTES[member]
    const { default: initial, ...inner } = notedWithin(owner, member, property)
    // Generators of clients take a member with a `default` for one that is always there.
    const notes = [note, ...(initial === undefined ? [] : [`Default: ${JSON.stringify(initial)}.`])]
    const description = inner.description ?? notes.filter(Boolean).join(' ')
    return [member, description === '' ? inner : { ...inner, description }] as const
  })
  return { ...schema, properties: Object.fromEntries(entries) }
}

/** The notes of an object, or of the entries of a list, that has no name of its own. */
function notedWithin(owner: string, member: string, property: JsonSchema): JsonSchema {
  const { items, anyOf, properties = {} } = property
  if (items) return { ...property, items: notedWithin(owner, member, items) }
  if (anyOf) return { ...property, anyOf: anyOf.map((one) => notedWithin(owner, member, one)) }
  const members = Object.keys(properties)
  return members.length === 0 ? property : noted(nestedName(shapeOf(owner), member, members).name, property)
}

/** `JournalEntry` is a record, and not an entry of a list. */
const shapeOf = (owner: string): string => owner.replace(/(Input|Change|(?<!Journal)Entry)$/, '')
