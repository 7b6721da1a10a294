/** Compares two values of rows deeply. Parts that both share by reference are not visited. */
export function areAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const members = Object.entries(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    members.length === Object.keys(other).length &&
    members.every(([name, value]) => Object.hasOwn(other, name) && areAlike(value, other[name as never]))
  )
}
