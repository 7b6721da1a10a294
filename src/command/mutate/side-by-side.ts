/** Plays so many items at a time, in their order, as long as one may begin. */
export async function sideBySide<Item>(
  items: readonly Item[],
  play: (item: Item) => Promise<void>,
  atOnce: number,
  mayBegin: () => boolean,
): Promise<void> {
  let next = 0
  let hasFailed = false
  const playOn = async (): Promise<void> => {
    while (!hasFailed && next < items.length && mayBegin()) {
      const item = items[next] as Item
      next += 1
      await play(item)
    }
  }
  const lane = (): Promise<void> =>
    playOn().catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  // All that is under way ends first: it may still write files.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
