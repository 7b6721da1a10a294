import { InvariantViolation } from '../../kernel/invariant'
import { memoize } from '../../kernel/memoize'
import { inWords } from '../../kernel/name-words'
import { RowTemplate } from '../../kernel/row-template'
import type { Row } from '../../kernel/store'
import type { Definition, ListView } from '../schema/define'
import type { Field, Fields } from '../schema/fields'
import type { MutableRow } from './row'

/** Columns that a behaviour adds to a record type. */
export interface TypeExtension {
  readonly columns: Row
  lineColumns(member: string): Row
}

/** A record type ready to run. Each part is derived from the definition on first use. */
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
  #lineNames?: readonly (readonly string[])[]

  /** @param bind returns the behaviours of a definition in the order in which they act */
  constructor(
    definition: Definition,
    private readonly bind: (definition: Definition) => readonly TypeExtension[],
  ) {
    this.definition = definition
  }

  get extensions(): readonly TypeExtension[] {
    this.#extensions ??= this.bind(this.definition)
    return this.#extensions
  }

  /** A row with every column in the type's order. Scans are faster if all rows have the same shape. */
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

  newLine(member: string): MutableRow {
    const template = this.#lines.get(member) ?? new RowTemplate(this.blankLine(member))
    this.#lines.set(member, template)
    return template.make()
  }

  /** Line columns that an update leaves as stored if it names the line by its id. */
  keptOfLines(member: string): readonly string[] {
    const known = this.#keptOfLines.get(member)
    if (known) return known
    const kept = Object.entries(this.definition.fields[member]?.element?.members ?? {})
      .filter(([, field]) => field.kept)
      .map(([name]) => name)
    this.#keptOfLines.set(member, kept)
    return kept
  }

  get lineMembers(): readonly string[] {
    this.#lineMembers ??= Object.entries(this.definition.fields)
      .filter(([, field]) => field.special === 'lines')
      .map(([name]) => name)
    return this.#lineMembers
  }

  /** Every member that refers to another record, in the record and its lines. */
  get references(): readonly ReferencePath[] {
    this.#references ??= leavesIn(this.definition.fields, []).flatMap(({ path, field: { target } }) =>
      target ? [{ path, resource: target.resource, by: target.by }] : [],
    )
    return this.#references
  }

  /** The paths of the members that name a line of another record by its id. */
  get lineNames(): readonly (readonly string[])[] {
    this.#lineNames ??= leavesIn(this.definition.fields, []).flatMap(({ path, field }) =>
      field.namesLine ? [path] : [],
    )
    return this.#lineNames
  }

  get isDocument(): boolean {
    return this.definition.document !== undefined
  }

  /** True if DELETE is an operation of the record type. */
  get isDeletable(): boolean {
    return Object.values(this.definition.operations).some((verbs) => verbs?.includes('remove'))
  }

  get isKept(): boolean {
    return this.isDocument || this.definition.archivedOnRemove === true
  }
}

/** The path of a reference: `['items', 'classifications', 'line_id']` occurs in every entry of every line. */
export interface ReferencePath {
  readonly path: readonly string[]
  readonly resource: string
  readonly by: string
}

interface Leaf {
  readonly path: readonly string[]
  readonly field: Field
}

/** Every member that a request can set, in the record and its lines. */
const leavesIn = (fields: Fields, above: readonly string[]): Leaf[] =>
  Object.entries(fields).flatMap(([member, field]) =>
    field.presence === 'none' ? [] : leavesAt(field, [...above, member]),
  )

const leavesAt = (field: Field, path: readonly string[]): Leaf[] => {
  if (field.element) return leavesAt(field.element, path)
  return field.members ? leavesIn(field.members, path) : [{ path, field }]
}

const isStored = (field: Field): boolean => field.derived === undefined || field.presence !== 'none'

const blankOf = (fields: Fields): MutableRow => {
  const blank: MutableRow = {}
  for (const [name, field] of Object.entries(fields)) if (isStored(field)) blank[name] = defaultValue(field)
  return blank
}

/** The value of a member that a request omits. */
export const defaultValue = (field: Field): unknown => {
  if (field.special === 'lines' || field.special === 'classifications') return []
  return field.initial ?? null
}

/** The record types that a simulator runs. */
export interface Registry {
  readonly definitions: readonly Definition[]
  /** All record types, including internal ones. */
  readonly everything: readonly Definition[]
  /** The record type with that name. An unknown name is a bug. */
  type(name: string): CompiledType
  find(name: string): CompiledType | undefined
  readonly views: readonly ListView[]
  /** The record type of a view, with the members and filters of the view. */
  viewed(view: ListView): CompiledType
}

/** The name of a record type in enumerations: JournalEntry becomes journal_entry. */
export const recordType = memoize(({ model }: Definition): string => inWords(model, '_'))

export const definitionNamed = ({ definitions }: Registry, type: unknown): Definition | undefined =>
  definitions.find((definition) => recordType(definition) === type)

/** The setting that switched the calling behaviour on. Its absence is a bug. */
export function settingOf<K extends keyof Definition>(
  definition: Definition,
  name: K,
): NonNullable<Definition[K]> {
  const setting = definition[name]
  if (setting === undefined || setting === null)
    throw new InvariantViolation(`${definition.name} has no ${name}`)
  return setting
}

/** The name of a record in texts for people: its model and its identifier, such as `Invoice 1`. */
export const describeRecord = ({ model }: Pick<Definition, 'model'>, id: unknown): string =>
  `${model} ${String(id)}`
