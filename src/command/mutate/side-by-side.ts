/** Plays so many items at a time, in their order, as long as one may begin. */
export async function sideBySide<Item>(
  items: readonly Item[],
  play: (item: Item) => Promise<void>,
  atOnce: number,
  mayBegin: () => boolean,
): Promise<void> {
  let next = 0
  const playOn = async (): Promise<void> => {
    while (next < items.length && mayBegin()) {
      const item = items[next] as Item
      next += 1
      await play(item)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, playOn))
}
