import { RowTemplate } from '../../kernel/row-template'
import type { Row } from '../../kernel/store'
import type { Definition } from '../schema/define'
import type { Field, Fields } from '../schema/fields'
import type { MutableRow } from './row'

/** Columns that something adds to a record type. */
export interface TypeExtension {
  readonly columns: Row
  lineColumns(member: string): Row
}

/** A record type made ready to run. Everything is worked out from the definition, each part on first use. */
export class CompiledType {
  readonly definition: Definition
  #extensions?: readonly TypeExtension[]
  #blank?: Row
  #rows?: RowTemplate
  #blankLines = new Map<string, Row>()
  #lines = new Map<string, RowTemplate>()
  #keptOfLines = new Map<string, readonly string[]>()
  #lineMembers?: readonly string[]
  #references?: readonly ReferencePath[]

  readonly #bind: (definition: Definition) => readonly TypeExtension[]

  /** @param bind finds what a definition switches on, in the order in which it acts */
  constructor(definition: Definition, bind: (definition: Definition) => readonly TypeExtension[]) {
    this.definition = definition
    this.#bind = bind
  }

  /** What the definition switches on. */
  get extensions(): readonly TypeExtension[] {
    this.#extensions ??= this.#bind(this.definition)
    return this.#extensions
  }

  /** A row with every column of the type in its order: one shape for all rows keeps scans fast. */
  get blank(): Row {
    this.#blank ??= {
      ...blankOf(this.definition.fields),
      created_at: null,
      updated_at: null,
      revision: 0,
      ...(this.isKept && this.isDeletable && { deleted: false }),
      ...this.#columns(({ columns }) => columns),
    }
    return this.#blank
  }

  /** A blank row to be filled. */
  newRow(): MutableRow {
    this.#rows ??= new RowTemplate(this.blank)
    return this.#rows.make()
  }

  #columns(of: (extension: TypeExtension) => Row): Row {
    return Object.assign({}, ...this.extensions.map(of)) as Row
  }

  blankLine(member: string): Row {
    const known = this.#blankLines.get(member)
    if (known) return known
    const blank: Row = {
      ...blankOf(this.definition.fields[member]?.element?.members ?? {}),
      ...this.#columns((extension) => extension.lineColumns(member)),
    }
    this.#blankLines.set(member, blank)
    return blank
  }

  /** A blank line to be filled. */
  newLine(member: string): MutableRow {
    const template = this.#lines.get(member) ?? new RowTemplate(this.blankLine(member))
    this.#lines.set(member, template)
    return template.make()
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

const blankOf = (fields: Fields): MutableRow => {
  const blank: MutableRow = {}
  for (const [name, field] of Object.entries(fields)) if (isStored(field)) blank[name] = defaultValue(field)
  return blank
}

/** What a member is when a request leaves it out. */
export const defaultValue = (field: Field): unknown => {
  if (field.special === 'lines' || field.special === 'classifications') return []
  return field.initial ?? null
}
