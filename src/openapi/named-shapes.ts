import { nestedName } from '../engine/schema/notes/nested-name'
import { invariant } from '../kernel/invariant'
import { pascal } from '../kernel/name-words'
import { type JsonSchema, type JsonSchemas, referTo } from './json-schema'

const FLAVOUR = /(Input|Change|Entry|Response)$/

/** Names every object within a schema for generated clients: `InvoiceLine`. Equal objects share a name. */
export class NamedShapes {
  readonly #found: Record<string, JsonSchema> = {}

  constructor(private readonly given: JsonSchemas) {}

  /** All named schemas, including the nested ones found. */
  all(): JsonSchemas {
    const all = Object.entries(this.given).map(
      ([name, schema]) => [name, this.#inside(name, schema)] as const,
    )
    return { ...Object.fromEntries(all), ...this.#found }
  }

  /** Names the objects of a schema that stands alone, such as a response, after its owner. */
  named(owner: string, schema: JsonSchema): JsonSchema {
    if (schema.items) return { ...schema, items: this.named(owner.replace(FLAVOUR, 'Entry'), schema.items) }
    return schema.properties ? this.#keep([owner], schema, owner) : schema
  }

  #inside(owner: string, schema: JsonSchema): JsonSchema {
    const { properties } = schema
    if (!properties) return schema
    const entries = Object.entries(properties).map(
      ([member, property]) => [member, this.#replaced(owner, member, property)] as const,
    )
    return { ...schema, properties: Object.fromEntries(entries) }
  }

  #replaced(owner: string, member: string, property: JsonSchema): JsonSchema {
    const { items, anyOf, properties } = property
    if (items) return { ...property, items: this.#replaced(owner, member, items) }
    if (anyOf) return { ...property, anyOf: anyOf.map((one) => this.#replaced(owner, member, one)) }
    return properties ? this.#keep(this.#names(owner, member, properties), property, owner) : property
  }

  #keep(names: readonly string[], schema: JsonSchema, owner: string): JsonSchema {
    const { description, ...shape } = this.#inside(names.at(-1) ?? owner, schema)
    const name = this.#free(names, JSON.stringify(shape))
    this.#found[name] = shape
    return description === undefined ? referTo(name) : { ...referTo(name), description }
  }

  /** Candidates for a name, best first. Create and update bodies share `Input`, since they look alike. */
  #names(owner: string, member: string, properties: object): string[] {
    const bare = owner.replace(FLAVOUR, '')
    const flavour = this.#isFlavoured(owner, bare) ? owner.slice(bare.length) : ''
    if (flavour === 'Response' && member === 'items') return [`${bare}Entry`]
    const of = flavour === '' ? owner : bare
    const { name, shared } = nestedName(of, member, Object.keys(properties))
    const isSent = flavour === 'Input' || flavour === 'Change' || (shared && owner.includes('Request'))
    const suffix = isSent ? 'Input' : ''
    // Unique to the member: a shared name may already belong to an object of another shape.
    return [`${name}${suffix}`, `${name}${flavour}`, `${of}${pascal(member)}${flavour}`]
  }

  /** True if the suffix is not part of the model's name: `JournalEntry` is a record, not a list entry. */
  #isFlavoured(owner: string, bare: string): boolean {
    if (/(Input|Response)$/.test(owner)) return true
    return bare !== owner && (bare in this.given || bare in this.#found)
  }

  /** The first candidate that is unused or names the same shape. */
  #free(names: readonly string[], text: string): string {
    const free = names.find((name) => {
      const known = this.given[name] ?? this.#found[name]
      return known === undefined || JSON.stringify(known) === text
    })
    invariant(free !== undefined, `a schema needs a name besides ${names.join(', ')}`)
    return free
  }
}
