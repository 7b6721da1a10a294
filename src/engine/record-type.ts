import type { Definition } from './define'

/** A record type's name in enumerations such as `required_for_records`: JournalEntry -> journal_entry. */
export const recordType = (definition: Definition): string =>
  definition.model.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
