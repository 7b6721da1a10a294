import { oncePer } from '../../kernel/once-per'
import type { Definition } from '../schema/define'
import type { Registry } from './registry'

/** The name of a record type in enumerations: JournalEntry becomes journal_entry. */
export const recordType = oncePer(({ model }: Definition): string =>
  model.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
)

export const definitionNamed = ({ definitions }: Registry, type: unknown): Definition | undefined =>
  definitions.find((definition) => recordType(definition) === type)
