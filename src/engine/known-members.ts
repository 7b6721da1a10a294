import type { Field, Fields } from './vocabulary/fields'

/** A request body as it was sent, without the members that a request cannot have (docs/service.md §1.4). */
export function knownMembers(fields: Fields, body: object): Record<string, unknown> {
  const known = Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && field.presence !== 'none' ? [[name, knownValue(field, value)] as const] : []
  })
  return Object.fromEntries(known)
}

function knownValue({ members, element }: Field, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return element ? value.map((one) => knownValue(element, one)) : value
  return members ? knownMembers(members, value) : value
}
