/** The list with this key, begun if there is none. */
export function listFor<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
