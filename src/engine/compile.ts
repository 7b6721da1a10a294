import { invariant } from '../kernel/invariant'
import type { Row } from '../kernel/store'
import { CAPABILITIES } from './capabilities/all'
import type { Capability } from './capability'
import type { Draft } from './columns'
import type { Definition, ListView } from './define'
import type { Field, Fields } from './fields'
import { initialOf } from './initial-of'
import { journalPayables } from './journal-payables'

/** A record type made ready to run. Everything is worked out from the definition, each part on first use. */
export class Resource {
  readonly definition: Definition
  #capabilities?: readonly Capability[]
  #blank?: Row
  #blankLines = new Map<string, Row>()
  #keptOfLines = new Map<string, readonly string[]>()
  #lineMembers?: readonly string[]
  #references?: readonly ReferencePath[]

  constructor(definition: Definition) {
    this.definition = definition
  }

  /** The behaviours that the definition switches on, in the order in which they act. */
  get capabilities(): readonly Capability[] {
    this.#capabilities ??= CAPABILITIES.filter((capability) => capability.appliesTo(this.definition))
    return this.#capabilities
  }

  /** A row with every column of the type in its order: one shape for all rows keeps scans fast. */
  get blank(): Row {
    this.#blank ??= {
      ...blankOf(this.definition.fields),
      created_at: null,
      updated_at: null,
      revision: 0,
      ...(this.isKept && this.isDeletable && { deleted: false }),
      ...this.#columns((capability) => capability.columns?.(this.definition)),
    }
    return this.#blank
  }

  #columns(of: (capability: Capability) => Row | undefined): Row {
    return Object.assign({}, ...this.capabilities.map(of)) as Row
  }

  blankLine(member: string): Row {
    const known = this.#blankLines.get(member)
    if (known) return known
    const blank: Row = {
      ...blankOf(this.definition.fields[member]?.element?.members ?? {}),
      ...this.#columns((capability) => capability.lineColumns?.(this.definition, member)),
    }
    this.#blankLines.set(member, blank)
    return blank
  }

  /** Columns that a line named by its id keeps through an update. */
  keptOfLines(member: string): readonly string[] {
    const known = this.#keptOfLines.get(member)
    if (known) return known
    const kept = Object.entries(this.definition.fields[member]?.element?.members ?? {})
      .filter(([, field]) => field.kept)
      .map(([name]) => name)
    this.#keptOfLines.set(member, kept)
    return kept
  }

  /** The members that hold lines. */
  get lineMembers(): readonly string[] {
    this.#lineMembers ??= Object.entries(this.definition.fields)
      .filter(([, field]) => field.special === 'lines')
      .map(([name]) => name)
    return this.#lineMembers
  }

  /** Every member that names another record, in the record and in whatever it holds. */
  get references(): readonly ReferencePath[] {
    this.#references ??= referencesIn(this.definition.fields, [])
    return this.#references
  }

  get isDocument(): boolean {
    return this.definition.document !== undefined
  }

  /** Whether the wire offers to remove a record. */
  get isDeletable(): boolean {
    return Object.values(this.definition.operations).some((verbs) => verbs?.includes('remove'))
  }

  /** Whether removing a record archives it. */
  get isKept(): boolean {
    const { printable, contract } = this.definition
    return this.isDocument || printable === true || contract !== undefined
  }
}

/**
 * Where a reference stands: `['items', 'classifications', 'line_id']` is one in every entry of every line.
 */
export interface ReferencePath {
  readonly path: readonly string[]
  readonly resource: string
  readonly by: string
}

const referencesIn = (fields: Fields, above: readonly string[]): ReferencePath[] =>
  Object.entries(fields).flatMap(([member, field]) =>
    field.presence === 'none' ? [] : referencesAt(field, [...above, member]),
  )

const referencesAt = (field: Field, path: readonly string[]): ReferencePath[] => {
  if (field.target) return [{ path, resource: field.target.resource, by: field.target.by }]
  if (field.element) return referencesAt(field.element, path)
  return field.members ? referencesIn(field.members, path) : []
}

const isStored = (field: Field): boolean => field.derived === undefined || field.presence !== 'none'

const blankOf = (fields: Fields): Draft => {
  const blank: Draft = {}
  for (const [name, field] of Object.entries(fields)) if (isStored(field)) blank[name] = initialOf(field)
  return blank
}

/** The record types that a simulator runs. */
export interface Machine {
  readonly definitions: readonly Definition[]
  /** The same and the internal ones. */
  readonly everything: readonly Definition[]
  /** The record type of that name; a bug if there is none. */
  resource(name: string): Resource
  /** The same, for names that may not be in the catalogue. */
  find(name: string): Resource | undefined
  readonly views: readonly ListView[]
  /** The record type that a view lists, with the members and filters of the view. */
  viewed(view: ListView): Resource
}

// Compiled record types hold no state, so every simulator of the process shares them.
const compiled = new WeakMap<Definition, Resource>()

const isView = (one: Definition | ListView): one is ListView => 'viewOf' in one

export function compile(given: readonly (Definition | ListView)[]): Machine {
  const views = given.filter(isView)
  const everything = [...given.filter((one): one is Definition => !isView(one)), journalPayables]
  const definitions = everything.filter((definition) => !definition.internal)
  const byName = new Map(everything.map((definition) => [definition.name, definition]))
  invariant(byName.size === everything.length, 'two record types share a name')
  const resources = new Map<string, Resource>()
  const find = (name: string): Resource | undefined => {
    const known = resources.get(name)
    if (known) return known
    const definition = byName.get(name)
    if (!definition) return undefined
    const resource = compiled.get(definition) ?? new Resource(definition)
    compiled.set(definition, resource)
    resources.set(name, resource)
    return resource
  }
  const resource = (name: string): Resource => {
    const found = find(name)
    invariant(found, `no record type is called ${name}`)
    return found
  }
  return {
    definitions,
    everything,
    find,
    resource,
    views,
    viewed: (view) => viewed(resource(view.viewOf).definition, view),
  }
}

const compiledViews = new WeakMap<ListView, Resource>()

function viewed(definition: Definition, view: ListView): Resource {
  const known = compiledViews.get(view)
  if (known) return known
  const { without, fields, filters, orderings, path } = view
  const kept = Object.entries(definition.fields).filter(([name]) => !without?.includes(name))
  const resource = new Resource({
    ...definition,
    ...(without
      ? { fields: { ...Object.fromEntries(kept), ...fields }, filters: { ...definition.filters, ...filters } }
      : { fields, filters }),
    orderings,
    path,
  })
  compiledViews.set(view, resource)
  return resource
}
