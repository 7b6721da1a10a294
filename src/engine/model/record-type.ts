import type { Definition } from '../schema/define'
import type { Registry } from './registry'

/** A record type's name in enumerations such as `required_for_records`: JournalEntry -> journal_entry. */
export const recordType = (definition: Definition): string =>
  definition.model.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** The record type that enumerations call by the name. */
export const definitionNamed = ({ definitions }: Registry, type: unknown): Definition | undefined =>
  definitions.find((definition) => recordType(definition) === type)
