/** `customerPayments` -> `customerPayment`; `status` and `address` are singular. */
export const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s|u)s$/, '')

export const capitalised = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** `journal_entry` -> `JournalEntry` */
export const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `journalEntries` or `JournalEntries` -> `journal entries` */
export const inWords = (name: string, between = ' '): string =>
  name.replace(/(?<=[a-z])(?=[A-Z])/g, between).toLowerCase()

/** `journalEntries` -> `Journal entries` */
export const titleOf = (name: string): string => capitalised(inWords(name))
