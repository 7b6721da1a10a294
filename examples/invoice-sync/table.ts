export interface Column<Row> {
  title: string
  cell: (row: Row) => string
  align?: 'left' | 'right'
}

/** Rows as aligned text under a header, two spaces between the columns; the footer stands under a rule. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  footer: string[] = [],
): string {
  const titles = columns.map((column) => column.title)
  const body = rows.map((row) => columns.map((column) => column.cell(row)))
  const lines = [titles, ...body, footer]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)))
  const rule = widths.map((width) => '─'.repeat(width)).join('──')
  const print = (cells: readonly string[]) =>
    columns
      .map(({ align }, at) => {
        const cell = cells[at] ?? ''
        return align === 'right' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
      })
      .join('  ')
      .trimEnd()
  return [print(titles), rule, ...body.map(print), ...(footer.length > 0 ? [rule, print(footer)] : [])].join(
    '\n',
  )
}
