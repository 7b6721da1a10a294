/** A variable of the environment of this process; undefined in browsers. */
export const environment = (name: string): string | undefined => globalThis.process?.env?.[name]

/** Another name for each process, also of one that is started anew with its number. */
export const processName = (): string =>
  `${globalThis.process?.pid ?? 0}-${(globalThis as { readonly performance?: Performance }).performance?.timeOrigin ?? 0}`
