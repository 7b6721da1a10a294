import { InvariantViolation } from './invariant'
import type { Row } from './row'

/**
 * Freezes a row with all its members. Rejects values that JSON cannot hold, because they would not survive export and
 * import. Frozen members are trusted and not visited again, so `{ ...row, changed }` costs one level.
 */
export function freezeDeeply(value: object): void {
  if (Object.isFrozen(value)) return
  if (Array.isArray(value)) {
    Object.freeze(value)
    for (let index = 0; index < value.length; index += 1) freezeMember(value[index])
    return
  }
  if (!isPlain(value))
    throw new InvariantViolation(`A row cannot hold a ${value.constructor?.name ?? 'class instance'}`)
  Object.freeze(value)
  // The loop allocates nothing. It also visits what a program may have added to the prototype of all objects.
  for (const column in value) {
    const member: unknown = (value as Row)[column]
    if (isUsual(member)) continue
    if (Object.hasOwn(value, column)) freezeMember(member)
  }
}

/** Tells whether a member is of the kinds that most are of. They need no freezing. */
const isUsual = (member: unknown): boolean =>
  typeof member === 'string' || typeof member === 'boolean' || member === null || Number.isSafeInteger(member)

function freezeMember(member: unknown): void {
  if (typeof member === 'object') {
    if (member !== null) freezeDeeply(member)
  } else if (!isPortable(member)) {
    throw new InvariantViolation(`A row cannot hold ${String(member)} (${typeof member})`)
  }
}

/** Test runners mix objects of several realms, so the prototype chain of an object from another one is counted. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Undefined is allowed: it reads and exports like an absent member. */
function isPortable(member: unknown): boolean {
  switch (typeof member) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true
    case 'number':
      return Number.isFinite(member)
    default:
      return false
  }
}
