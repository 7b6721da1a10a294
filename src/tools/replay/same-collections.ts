import { areAlike } from '../../kernel/are-alike'

export const areSetsAlike = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
  one.size === other.size && [...one].every((value) => other.has(value))

export const areMapsAlike = <K, V>(one: ReadonlyMap<K, V>, other: ReadonlyMap<K, V>): boolean =>
  one.size === other.size &&
  [...one].every(([key, value]) => other.has(key) && areAlike(value, other.get(key)))
