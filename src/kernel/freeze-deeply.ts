import { InvariantViolation } from './invariant'

/**
 * Freezes a row and all it holds, and refuses what JSON cannot say: such a row would not survive export and
 * import. What is frozen already is trusted and not walked again, so `{ ...row, changed }` costs one level.
 */
export function freezeDeeply(value: object): void {
  if (Object.isFrozen(value)) return
  if (!isPlain(value))
    throw new InvariantViolation(`A row cannot hold a ${value.constructor?.name ?? 'class instance'}`)
  Object.freeze(value)
  for (const member of Object.values(value)) {
    if (typeof member === 'object') {
      if (member !== null) freezeDeeply(member)
    } else if (!isPortable(member)) {
      throw new InvariantViolation(`A row cannot hold ${String(member)} (${typeof member})`)
    }
  }
}

/** By the length of the prototype chain, because test runners mix objects of several realms. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** An undefined member is let through: it reads, and is exported, like an absent one. */
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
