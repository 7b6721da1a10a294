import { mapValues } from './map-values'

/** An object whose members are made when they are first read. Unread members cost nothing. */
export function lazy<T extends object>(makers: { readonly [Member in keyof T]: () => T[Member] }): T {
  const made = {}
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    let value: unknown
    Object.defineProperty(made, name, { enumerable: true, configurable: true, get: () => (value ??= make()) })
  }
  return made as T
}

/** Getters for `Object.defineProperties`, shared by all objects of a class to keep one hidden class. */
export const gettersOf = <Owner>(
  members: Readonly<Record<string, (owner: Owner) => unknown>>,
): PropertyDescriptorMap =>
  mapValues(members, (read) => ({
    enumerable: true,
    configurable: true,
    get(this: Owner) {
      return read(this)
    },
  }))
