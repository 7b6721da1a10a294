import { demand } from '../errors/option-error'

/** Checks that a value survives a round trip through JSON. The error names the path that does not. */
export function checkJson(value: unknown, path: string, above: readonly unknown[] = []): void {
  const name = path === '' ? 'scenario' : path
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') {
    demand(Number.isFinite(value), name, `cannot be ${value}: JSON has no such number`)
    return
  }
  demand(typeof value === 'object', name, `cannot be a ${typeof value}: JSON has none`)
  demand(!above.includes(value), name, 'contains itself')
  demand(Array.isArray(value) || isPlain(value), name, 'must be a plain object, because JSON has no others')
  const trail = [...above, value]
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) checkJson(one, `${path}[${index}]`, trail)
  // An undefined member reads like an absent one.
  else
    for (const [member, one] of Object.entries(value))
      if (one !== undefined) checkJson(one, path === '' ? member : `${path}.${member}`, trail)
}

/**
 * Counts the prototype chain instead of comparing prototypes, because test runners mix objects of several
 * realms.
 */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
