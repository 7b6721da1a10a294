/** True for objects other than arrays and null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * True for a plain object of any realm, because test runners mix realms. False for a Map, a Date or an
 * instance of a class, whose content is not in its own members.
 */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** True if its own members are its content: an instance of a class with fields, but no Map or Date. */
export const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && (isPlainObject(value) || Object.keys(value).length > 0)
