import { InvariantViolation } from './invariant'
import type { Row } from './row'

/**
 * Freezes a row with all its members. Throws for values that JSON cannot hold, because an export would lose
 * them. Frozen members are not visited again, so `{ ...row, changed }` costs one level.
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
  // The loop allocates nothing, but also visits inherited members, so `Object.hasOwn` filters them.
  for (const column in value) {
    const member: unknown = (value as Row)[column]
    if (isUsual(member)) continue
    if (Object.hasOwn(value, column)) freezeMember(member)
  }
}

/** The most common kinds of members, which need no freezing. */
const isUsual = (member: unknown): boolean =>
  typeof member === 'string' || typeof member === 'boolean' || member === null || Number.isSafeInteger(member)

function freezeMember(member: unknown): void {
  if (typeof member === 'object') {
    if (member !== null) freezeDeeply(member)
  } else if (!isPortable(member)) {
    throw new InvariantViolation(`A row cannot hold ${String(member)} (${typeof member})`)
  }
}

/** Test runners mix objects of several realms, so `Object.prototype` of another realm is accepted, too. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Undefined is allowed, because it reads and exports like an absent member. */
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
