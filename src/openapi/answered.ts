import type { Registry } from '../engine/model/compiled-type'
import type { CustomAnswers, DecimalForm } from '../engine/model/context'
import { numberFormOf } from '../engine/read/answer-form'
import type { JsonSchema, JsonSchemas } from './json-schema'

/** Changes the schema of a response as the option `answers` says (§17). */
export type SchemaChange = (schema: JsonSchema, record?: string) => JsonSchema

/**
 * Changes schemas as `reformed` changes values.
 * @param shared schemas by name. A record that omits a member of a shared schema gets a changed copy inline
 */
export function answeredBy(
  registry: Registry,
  answers: CustomAnswers | undefined,
  shared: JsonSchemas,
): SchemaChange {
  if (answers === undefined) return (schema) => schema
  const { form, members } = answers
  return (schema, record = '') => {
    const absent = form?.absent[record] ?? []
    const walk = (one: JsonSchema, parent: string, path: string, isFree: boolean): JsonSchema => {
      const { $ref, items, anyOf, properties, required } = one
      if ($ref !== undefined) {
        const name = $ref.split('/').at(-1) ?? ''
        const named = shared[name]
        const isCut = named && absent.some((left) => left.startsWith(path) && path !== '')
        return isCut ? walk(named, parent, path, isFree) : one
      }
      if (items) return { ...one, items: walk(items, parent, path, isFree) }
      if (anyOf) return { ...one, anyOf: anyOf.map((each) => walk(each, parent, path, isFree)) }
      if (!properties) return one
      const shown = Object.entries(properties).filter(([name]) => !absent.includes(path + name))
      const isLeftOut = (name: string): boolean =>
        form?.nulls === 'absent' && isNullable(properties[name] ?? {})
      return {
        ...one,
        properties: Object.fromEntries(
          shown.map(([name, property]) => {
            const kind = isFree ? 'free' : numberFormOf(registry, parent, name)
            const filled = isLeftOut(name) ? withoutNull(property) : property
            const decimals = kind === undefined || kind === 'free' ? undefined : form?.[kind]
            if (decimals !== undefined) return [name, decimalSchema(filled, decimals)]
            return [name, walk(filled, name, `${path}${name}.`, kind === 'free')]
          }),
        ),
        ...(Array.isArray(required) && {
          required: required.filter((name) => !absent.includes(path + name) && !isLeftOut(name)),
        }),
      }
    }
    const answered = walk(schema, '', '', false)
    const extra = Object.entries(members.get(record) ?? {}).map(([name, value]) => [
      name,
      { ...constant(value), description: 'A member of your own.' },
    ])
    if (extra.length === 0) return answered
    const { properties, required } = answered
    return {
      ...answered,
      properties: { ...properties, ...Object.fromEntries(extra) },
      required: [...(Array.isArray(required) ? required : []), ...extra.map(([name]) => name)],
    }
  }
}

const isNull = ({ type }: JsonSchema): boolean => type === 'null'

const isNullable = (schema: JsonSchema): boolean =>
  (Array.isArray(schema.type) && schema.type.includes('null')) || schema.anyOf?.some(isNull) === true

function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = schema
  if (anyOf) {
    const others = anyOf.filter((one) => !isNull(one))
    return others.length === 1 ? { ...rest, ...others[0] } : { ...rest, anyOf: others }
  }
  const others = (type as readonly string[]).filter((one) => one !== 'null')
  return { ...rest, type: others.length === 1 ? others[0] : others }
}

/** The schema of a decimal in another form. A nullable decimal stays nullable. */
function decimalSchema(schema: JsonSchema, form: DecimalForm): JsonSchema {
  const { pattern: _, ...rest } = schema
  const fraction = form === 0 ? '(\\.\\d+)?' : `\\.\\d{${form},}`
  if (form !== 'number') return { ...rest, pattern: `^-?\\d+${fraction}$` }
  return { ...rest, type: isNullable(schema) ? ['number', 'null'] : 'number' }
}

/** A type is given beside the constant, because some client generators need it. */
const constant = (value: unknown): JsonSchema => ({ type: typeName(value), const: value })

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
