/** Binary search: the first position that passes, or the length. All later items must pass, too. */
export function firstPosition<Item>(list: readonly Item[], isFarEnough: (item: Item) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isFarEnough(list[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}
