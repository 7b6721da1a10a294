/**
 * Reads comma-separated text as RFC 4180 describes it: quoted cells may hold commas, line breaks and
 * doubled quotes. The first line must name exactly the columns asked for, so a changed export is noticed.
 */
export function readCsv<Column extends string>(
  text: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  const [header = [], ...rows] = splitCells(text.replace(/^\uFEFF/, ''))
  if (header.join() !== columns.join()) {
    throw new Error(`the columns should be ${columns.join()} but are ${header.join()}`)
  }
  return rows.map((cells, index) => {
    if (cells.length !== columns.length) {
      throw new Error(`row ${index + 2} has ${cells.length} cells instead of ${columns.length}`)
    }
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Record<Column, string>
  })
}

/** One cell, quoted or plain, with what ends it: a comma, a line break or the end of the text. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function splitCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const start = CELL.lastIndex
    const cell = CELL.exec(text)
    if (cell === null)
      throw new Error(`row ${rows.length + 1} is not readable: ${text.slice(start, start + 40)}`)
    row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '')
    if (cell[3] === ',' && CELL.lastIndex < text.length) continue
    if (cell[3] === ',') row.push('')
    rows.push(row)
    row = []
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '')
}
