/** A variable of the environment of this process; undefined in browsers. */
export const environment = (name: string): string | undefined => globalThis.process?.env?.[name]
