/** The fewest insertions, deletions, replacements and exchanges of neighbours (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, position) => position)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1)
      const exchanged = isExchanged ? (twoAbove[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min(replaced, exchanged, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[other.length] ?? 0
}
