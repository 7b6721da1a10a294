import type { Registry } from '../../src/engine/model/registry'
import type { Definition } from '../../src/engine/schema/define'
import type { Derivation, Field, Fields } from '../../src/engine/schema/fields'
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
  shown(name: string, note: string, fields: Fields, view: 'detail' | 'entry'): Interface {
    const shown = Object.entries(fields).filter(
      ([, field]) => field.shown === 'always' || field.shown === view || field.shown === 'filled',
    )
    return {
      name,
      note,
      members: shown.map(([member, field]) => this.#shownMember(name, member, field, fields)),
    }
  }

  /** The members that a request may have, and those that the host alone may give. */
  asked(name: string, note: string, definition: Definition): Interface {
    return { name, note, members: this.#askedMembers(name, definition.fields, definition) }
  }

  #shownMember(owner: string, member: string, field: Field, siblings: Fields): Member {
    const type = this.#shownType(owner, member, field, siblings)
    const isNull = isNullable(field, siblings)
    return {
      name: member,
      type: isNull && type !== 'unknown' ? `${type} | null` : type,
      optional: field.shown === 'filled',
      note: this.#note(owner, member, field),
    }
  }

  #shownType(owner: string, member: string, field: Field, siblings: Fields): string {
    if (field.special === 'classifications') return 'ClassificationEntry[]'
    if (field.special === 'custom-fields') return 'CustomFieldEntry[]'
    if (field.derived) return this.#derivedType(owner, member, field, field.derived, siblings)
    return this.#plainType(owner, member, field, [...(field.values ?? []), ...(field.ownValues ?? [])])
  }

  #plainType(owner: string, member: string, field: Field, values: readonly string[]): string {
    if (field.kind === 'object') return this.#nested(owner, member, field.members ?? {})
    if (field.kind === 'list') {
      if (!field.element || field.element.kind === 'any') return 'unknown[]'
      const type = this.#plainType(owner, member, field.element, field.element.values ?? [])
      return type.includes(' | ') ? `(${type})[]` : `${type}[]`
    }
    if (field.kind === 'decimal') return 'string'
    return scalarType(field, values)
  }

  #derivedType(owner: string, member: string, field: Field, by: Derivation, siblings: Fields): string {
    switch (by.kind) {
      case 'common-classifications':
        return 'ClassificationEntry[]'
      case 'lookup': {
        const target = siblings[by.through]?.target
        const named = target && this.#registry.find(target.resource)?.definition.fields[by.member]
        return named
          ? this.#plainType(owner, member, named, [...(named.values ?? []), ...(named.ownValues ?? [])])
          : 'string'
      }
      case 'owned':
      case 'named-by':
        return by.members
          ? `${this.#picked(owner, member, by.resource, by.members)}[]`
          : this.#plainType(owner, member, field, [])
      default:
        return this.#plainType(owner, member, field, field.values ?? [])
    }
  }

  /** Selected members of another record type. */
  #picked(owner: string, member: string, resource: string, members: readonly string[]): string {
    const fields = this.#registry.find(resource)?.definition.fields ?? {}
    const picked = Object.fromEntries(
      members.map((name) => [name, { ...fields[name], shown: 'always' } as Field]),
    )
    return this.#nested(owner, member, picked, fields)
  }

  #nested(owner: string, member: string, members: Fields, siblings: Fields = members): string {
    const { name, shared } = nestedName(owner, member, Object.keys(members))
    const note = SHARED_NOTES[name] ?? `One of the \`${member}\` of ${anA(owner)}.`
    const listed = Object.entries(members)
      .filter(([, { shown }]) => shown !== 'never' && shown !== 'with-line-amounts')
      .map(([one, field]) => this.#shownMember(name, one, field, siblings))
    ;(shared ? this.shared : this.own).set(name, { name, note, members: listed })
    return name
  }

  #askedMembers(owner: string, fields: Fields, definition?: Definition): Member[] {
    const given = Object.entries(fields).filter(([, field]) => isSendable(field) || field.byHost)
    const replaceable = new Set(given.map(([, { inPlaceOf }]) => inPlaceOf))
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
    const note = noteOf(owner, member)
    if (note === undefined) throw new Error(`src/engine/schema/notes says nothing of ${owner}.${member}`)
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

/** Whether a response can show null. */
function isNullable(field: Field, siblings: Fields): boolean {
  if (field.special === 'classifications' || field.special === 'custom-fields' || field.filled) return false
  if (field.derived?.kind !== 'lookup') return field.nullable
  if (field.derived.otherwise !== null) return false
  const through = siblings[field.derived.through]
  return through === undefined || (through.nullable && !through.filled)
}
