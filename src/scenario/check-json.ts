import { demand } from './check-shape'

/** A scenario can be written to a file and read again without a difference; what could not is named. */
export function checkJson(value: unknown, path: string, above: readonly unknown[] = []): void {
  const name = path === '' ? 'scenario' : path
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') {
    demand(Number.isFinite(value), name, `cannot be ${value}: JSON has no such number`)
    return
  }
  demand(typeof value === 'object', name, `cannot be a ${typeof value}: JSON has none`)
  demand(!above.includes(value), name, 'contains itself')
  demand(Array.isArray(value) || isPlain(value), name, 'is no plain object, which is all that JSON has')
  const trail = [...above, value]
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) checkJson(one, `${path}[${index}]`, trail)
  // An absent member and one that is undefined read alike.
  else
    for (const [member, one] of Object.entries(value))
      if (one !== undefined) checkJson(one, path === '' ? member : `${path}.${member}`, trail)
}

/** By the length of the chain, because test runners mix objects of several realms. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
