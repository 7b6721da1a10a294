/** The list with this key, begun if there is none. */
export function getOrCreateList<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
