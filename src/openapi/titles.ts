/** `invoiceLines` -> `InvoiceLines` */
export const capitalised = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** `journalEntries` -> `Journal entries` */
export const titleOf = (group: string): string =>
  capitalised(group).replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
