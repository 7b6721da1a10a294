import * as z from 'zod'
import { areAlike } from '../../kernel/are-alike'
import { isObject } from '../../kernel/is-object'
import { mapValues } from '../../kernel/map-values'

type JsonSchema = Readonly<Record<string, unknown>>

/** Loose schemas accept new members and enum values in answers, since services add some at any time. */
export type SchemaSide = 'answer' | 'request'

const REFERENCE = '#/components/schemas/'

/** Converts the JSON schemas of an OpenAPI document to zod schemas. Each named schema is converted once. */
export class SchemaConverter {
  readonly #made = new Map<string, z.ZodType>()

  constructor(
    private readonly named: Readonly<Record<string, JsonSchema>>,
    private readonly isStrict: boolean,
  ) {}

  convert(schema: unknown, side: SchemaSide): z.ZodType {
    if (!isObject(schema)) return z.unknown()
    const { $ref, anyOf, type } = schema
    if (typeof $ref === 'string') return this.#reference($ref.slice(REFERENCE.length), side)
    if (Array.isArray(anyOf)) return z.union(anyOf.map((one) => this.convert(one, side)))
    if ('const' in schema) return this.#constant(schema.const)
    if (!Array.isArray(type)) return this.#typed(schema, side)
    const [plain] = type.filter((one) => one !== 'null')
    return z.nullable(this.#typed({ ...schema, type: plain }, side))
  }

  #reference(name: string, side: SchemaSide): z.ZodType {
    const key = `${side} ${name}`
    const made = this.#made.get(key) ?? this.convert(this.named[name], side)
    this.#made.set(key, made)
    return made
  }

  #constant(value: unknown): z.ZodType {
    if (typeof value !== 'object' || value === null) return z.literal(value as string)
    return z.unknown().refine((given) => areAlike(given, value), { error: 'another value' })
  }

  #typed(schema: JsonSchema, side: SchemaSide): z.ZodType {
    const { type } = schema
    if (Array.isArray(schema.enum)) return this.#choice(schema.enum, schema, side)
    if (type === 'string') return text(schema)
    if (type === 'integer') return bounded(z.int(), schema)
    if (type === 'number') return bounded(z.number(), schema)
    if (type === 'boolean') return z.boolean()
    if (type === 'null') return z.null()
    if (type === 'array') return z.array(this.convert(schema.items, side)).min(Number(schema.minItems ?? 0))
    return type === 'object' ? this.#object(schema, side) : z.unknown()
  }

  /** A loose schema of an answer checks only the type, because a new enum value must break no client. */
  #choice(given: readonly unknown[], { type }: JsonSchema, side: SchemaSide): z.ZodType {
    const values = given.filter((value) => value !== null) as (string | number)[]
    if (this.isStrict || side === 'request') return z.literal(values)
    return type === 'integer' ? z.int() : z.string()
  }

  #object(schema: JsonSchema, side: SchemaSide): z.ZodType {
    const { properties, required = [], additionalProperties, maxProperties } = schema
    if (isObject(additionalProperties)) return z.record(z.string(), this.convert(additionalProperties, side))
    if (!isObject(properties)) return maxProperties === 0 ? z.strictObject({}) : z.looseObject({})
    const names = required as readonly string[]
    const shape = mapValues(properties, (property, name) => {
      const made = this.convert(property, side)
      return names.includes(name) ? made : z.optional(made)
    })
    return this.isStrict ? z.strictObject(shape) : z.looseObject(shape)
  }
}

const FORMATS: Readonly<Record<string, () => z.ZodType>> = {
  date: () => z.iso.date(),
  'date-time': () => z.iso.datetime({ offset: true }),
  uuid: () => z.guid(),
  uri: () => z.url(),
}

function text({ format, pattern, minLength = 0, ...content }: JsonSchema): z.ZodType {
  // Files are bytes, which are no text.
  if (content.contentMediaType !== undefined && content.contentEncoding === undefined) return z.unknown()
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (known) return known()
  const plain = z.string().min(Number(minLength))
  return typeof pattern === 'string' ? plain.regex(new RegExp(pattern, 'u')) : plain
}

function bounded(number: z.ZodNumber, { minimum, maximum }: JsonSchema): z.ZodType {
  const least = typeof minimum === 'number' ? number.min(minimum) : number
  return typeof maximum === 'number' ? least.max(maximum) : least
}
