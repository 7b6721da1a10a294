/**
 * Levenshtein distance: the fewest insertions, deletions and replacements that turn one text into the other.
 */
export function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, position) => position)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[other.length] ?? 0
}
