/** `journalEntries` -> `Journal entries` */
export const titleOf = (group: string): string =>
  group.slice(0, 1).toUpperCase() + group.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
