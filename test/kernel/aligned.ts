/** Rows of a table written as text: one row a line, cells parted by a bar, the first line naming the columns. */
export function aligned(text: string): string[][] {
  const [, ...rows] = text.split('\n').filter((line) => line.trim() !== '')
  return rows.map((line) => line.split('|').map((cell) => cell.trim()))
}
