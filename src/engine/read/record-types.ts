import { wrongChoice } from '../../errors/option-error'
import { memoize } from '../../kernel/memoize'
import { titleOf } from '../../kernel/name-words'
import { type Registry, recordType } from '../model/compiled-type'
import type { Definition } from '../schema/define'
import { isShown, type ShownField, type ShownFields, shownFields } from './describe'

export interface RecordTypeShape {
  /** The member of `simulator.records`. */
  readonly name: string
  /** For people: `Customer payments`. */
  readonly title: string
  /** The name in messages and topics. */
  readonly model: string
  /** The name in enumerations of requests and responses: `customer_payment`. */
  readonly wireName: string
  /** The subscription that grants access. */
  readonly group: string
  /** The member that the path identifies a record by. */
  readonly identifier: 'number' | 'id'
  readonly members: ReadonlyMap<string, MemberShape>
}

/** A member as responses show it. */
export interface MemberShape {
  readonly kind: string
  readonly nullable: boolean
  /** True if `get` and lists show it. */
  readonly isInRecords: boolean
  readonly isInLists: boolean
  /** The record type that the value names. */
  readonly reference?: string
  /** The members of an object, or of each entry of a list. */
  readonly within?: ReadonlyMap<string, MemberShape>
}

/** The one source of the names of record types and members. It follows from the definitions and has no state. */
export class RecordTypes {
  readonly #types: ReadonlyMap<string, RecordTypeShape>

  constructor(registry: Registry) {
    this.#types = new Map(registry.definitions.map((one) => [one.name, shapeOf(registry, one)]))
  }

  get all(): RecordTypeShape[] {
    return [...this.#types.values()]
  }

  /** @throws OptionError that suggests the nearest name, also for a singular or the name in enumerations */
  named(given: unknown, option: string): RecordTypeShape {
    const known = this.#types.get(given as string)
    if (known) return known
    throw wrongChoice(option, [...this.#types.keys()], given)
  }

  /** The names of the members of all types. */
  get members(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ members }) => [...members.keys()]))
  }
}

export const recordTypesOf = memoize((registry: Registry) => new RecordTypes(registry))

function shapeOf(registry: Registry, definition: Definition): RecordTypeShape {
  const { name, model, identifier, group = name, fields } = definition
  let members: ReadonlyMap<string, MemberShape> | undefined
  return {
    name,
    title: titleOf(name),
    model,
    wireName: recordType(definition),
    group,
    identifier,
    // Computed on first use, because most simulators need the members of few types.
    get members() {
      members ??= membersOf(shownFields(registry, fields))
      return members
    },
  }
}

const membersOf = (shown: ShownFields): ReadonlyMap<string, MemberShape> =>
  new Map(
    [...shown].filter(([, { field }]) => field.shown !== 'never').map(([name, one]) => [name, memberOf(one)]),
  )

const memberOf = ({ field, nullable, within }: ShownField): MemberShape => ({
  kind: field.kind,
  nullable,
  isInRecords: isShown(field, 'detail'),
  isInLists: field.shown !== 'detail',
  ...(field.target && { reference: field.target.resource }),
  ...(within && { within: membersOf(within) }),
})
