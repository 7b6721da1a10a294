/** Returns the list of this key. Adds an empty list if there is none. */
export function getOrCreateList<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
