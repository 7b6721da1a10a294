import type { Field } from '../../engine/schema/fields'
import { registry } from '../../resources/registry'

/** A member of a record, for tables of a panel. */
interface Column {
  readonly name: string
  readonly kind: string
  readonly nullable: boolean
  /** Whether lists show it, too. */
  readonly list: boolean
  /** The record type that the value names. */
  readonly reference?: string
}

interface RecordTypeShape {
  /** The member of `simulator.records`. */
  readonly name: string
  readonly model: string
  readonly title: string
  readonly identifier: string
  readonly group: string
  readonly columns: readonly Column[]
}

/** The record types as data. */
export const recordTypes = (): RecordTypeShape[] =>
  registry.definitions.map(({ name, model, identifier, group = name, fields }) => ({
    name,
    model,
    title: typeTitle(name),
    identifier,
    group,
    columns: Object.entries(fields).flatMap(([member, field]) =>
      field.shown === 'never' ? [] : [columnOf(member, field)],
    ),
  }))

const columnOf = (name: string, { kind, nullable, shown, target }: Field): Column => ({
  name,
  kind,
  nullable,
  list: shown !== 'detail',
  ...(target && { reference: target.resource }),
})

/** `journalEntries` -> `Journal entries` */
const typeTitle = (name: string): string =>
  name.slice(0, 1).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
