import type { Registry } from '../../src/engine/model/compiled-type'
import {
  CLASSIFICATION_ENTRY,
  CUSTOM_FIELD_ENTRY,
  type RecordView,
  type ShownField,
  type ShownFields,
  shownFields,
} from '../../src/engine/read/describe'
import type { Definition } from '../../src/engine/schema/define'
import type { Field, Fields } from '../../src/engine/schema/fields'
import { nestedName } from '../../src/engine/schema/notes/nested-name'
import { noteOf } from '../../src/engine/schema/notes/note-of'
import { isSendable } from '../../src/engine/write/read-body'
import { anA, type Interface, type Member, quoted, union } from './interface'
import { SHARED_NOTES } from './type-names'

/** The interfaces of one record type, and those that it shares with others. */
export class Shapes {
  readonly own = new Map<string, Interface>()
  readonly shared = new Map<string, Interface>()
  readonly #registry: Registry

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** The members that a response shows. */
  shown(name: string, note: string, fields: Fields, view: RecordView): Interface {
    return { name, note, members: this.#shownMembers(name, shownFields(this.#registry, fields, view)) }
  }

  /** The members that a request may have, and those that the host alone may give. */
  asked(name: string, note: string, definition: Definition): Interface {
    return { name, note, members: this.#askedMembers(name, definition.fields, definition) }
  }

  #shownMembers(owner: string, shown: ShownFields): Member[] {
    return [...shown].map(([name, one]) => {
      const type = this.#shownType(owner, name, one)
      return {
        name,
        type: one.nullable && type !== 'unknown' ? `${type} | null` : type,
        optional: one.field.shown === 'filled',
        note: this.#note(owner, name, one.field),
      }
    })
  }

  #shownType(owner: string, member: string, { field, source, within }: ShownField): string {
    if (!within) return valueType(source)
    const members = source.element?.members
    if (members === CLASSIFICATION_ENTRY) return 'ClassificationEntry[]'
    if (members === CUSTOM_FIELD_ENTRY) return 'CustomFieldEntry[]'
    const name = this.#nested(owner, member, within, field)
    return field.kind === 'list' ? `${name}[]` : name
  }

  #nested(owner: string, member: string, within: ShownFields, { members: own, element }: Field): string {
    const declared = own ?? element?.members
    const names = declared ? Object.keys(declared) : [...within.keys()]
    const { name, shared } = nestedName(owner, member, names)
    const note = SHARED_NOTES[name] ?? `One of the \`${member}\` of ${anA(owner)}.`
    const members = this.#shownMembers(name, within)
    ;(shared ? this.shared : this.own).set(name, { name, note, members })
    return name
  }

  #askedMembers(owner: string, fields: Fields, definition?: Definition): Member[] {
    const given = Object.entries(fields).filter(([, field]) => isSendable(field) || field.byHost)
    const replaceable = new Set(given.map(([, { aliasOf }]) => aliasOf))
    return given.map(([member, field]) => {
      const type = payloadOf(this.#registry, definition, member) ?? this.#askedType(owner, member, field)
      const optional = field.presence !== 'required' || replaceable.has(member)
      return {
        name: member,
        type: field.nullable && type !== 'unknown' ? `${type} | null` : type,
        optional,
        note: `${this.#note(owner, member, field)}${optional ? defaultOf(field) : ''}`,
      }
    })
  }

  #askedType(owner: string, member: string, field: Field): string {
    if (field.special === 'classifications') return 'readonly ClassificationEntryInput[]'
    if (field.special === 'custom-fields') return 'readonly CustomFieldInput[]'
    if (field.kind === 'decimal') return 'number | string'
    if (field.kind === 'object') return this.#nestedInput(owner, member, field.members ?? {})
    if (field.kind === 'list') {
      if (!field.element || field.element.kind === 'any') return 'readonly unknown[]'
      const type = this.#askedType(owner, member, field.element)
      return `readonly ${type.includes(' | ') ? `(${type})` : type}[]`
    }
    if (member === 'roles') return 'Readonly<Record<string, unknown>>'
    return scalarType(field, field.values ?? [])
  }

  #nestedInput(owner: string, member: string, members: Fields): string {
    const { name, shared } = nestedName(owner.replace(/Input$/, ''), member, Object.keys(members))
    const input = `${name}Input`
    const note = SHARED_NOTES[name] ?? `One of the \`${member}\` of ${anA(owner)}.`
    ;(shared ? this.shared : this.own).set(input, {
      name: input,
      note,
      members: this.#askedMembers(input, members),
    })
    return input
  }

  #note(owner: string, member: string, field: Field): string {
    const note = field.note ?? noteOf(owner, member)
    if (note === undefined) throw new Error(`${owner}.${member} has no note: use f.noted in its definition`)
    if (field.kind === 'date' && !note.includes('YYYY')) return `${note} As YYYY-MM-DD.`
    return field.kind === 'instant' ? `${note} ISO 8601 in UTC.` : note
  }
}

/** Members that hold create bodies of another record type. */
function payloadOf(
  registry: Registry,
  definition: Definition | undefined,
  member: string,
): string | undefined {
  const embedded = definition?.embeds?.find((one) => one.member === member)
  if (embedded) return `readonly ${registry.type(embedded.creates).definition.model}Input[]`
  if (definition?.recurs?.payload !== member) return undefined
  return `${registry.type(definition.recurs.creates).definition.model}Input`
}

/** The type of a shown value without members. */
function valueType({ kind, element, ...field }: Field): string {
  if (kind === 'decimal') return 'string'
  if (kind !== 'list')
    return scalarType({ kind, ...field }, [...(field.values ?? []), ...(field.ownValues ?? [])])
  if (!element || element.kind === 'any') return 'unknown[]'
  const type = valueType(element)
  return type.includes(' | ') ? `(${type})[]` : `${type}[]`
}

const SCALARS: Readonly<Partial<Record<Field['kind'], string>>> = {
  integer: 'number',
  number: 'number',
  text: 'string',
  flag: 'boolean',
  date: 'string',
  instant: 'string',
  any: 'unknown',
}

function scalarType(field: Field, values: readonly string[]): string {
  if (field.among) return union(field.among)
  if (field.kind === 'choice') return union(values)
  if (field.kind === 'currency') return field.blank ? "CurrencyCode | ''" : 'CurrencyCode'
  return SCALARS[field.kind] ?? 'unknown'
}

/** The JSDoc tag with the value of an omitted member. */
function defaultOf({ initial, kind }: Field): string {
  if (initial === undefined || initial === null || kind === 'object' || kind === 'list') return ''
  return ` @default ${typeof initial === 'string' ? quoted(initial) : JSON.stringify(initial)}`
}
