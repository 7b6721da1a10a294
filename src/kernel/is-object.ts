/** An object that is no list and no null: its members are those of a row or of JSON. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An object of options or JSON, of any realm: test runners mix several. A Map, a Date or an instance of a class keeps
 * what it says elsewhere than in its members.
 */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** An object that says in its members what it says: not a Map or a Date, but an instance of a class with fields. */
export const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && (isPlainObject(value) || Object.keys(value).length > 0)
