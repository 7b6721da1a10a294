/**
 * Cases written as an aligned table: the first line names the columns, two spaces or a bar part the cells, and a bar
 * stands before what is expected. The names of the columns are known to the type checker.
 *
 * @example
 * table(`
 *   quantity  rate     | net
 *   3         19.995   | 59.99
 * `)[0].net // '59.99'
 */
export function table<const Text extends string>(text: Text): Row<Text>[] {
  const [header = '', ...rows] = text.split('\n').filter((line) => line.trim() !== '')
  const columns = cellsOf(header)
  return rows.map((line) => {
    const cells = cellsOf(line)
    if (cells.length !== columns.length)
      throw new Error(`${columns.length} columns (${columns.join(', ')}), ${cells.length} cells in: ${line}`)
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]])) as Row<Text>
  })
}

export type Row<Text extends string> = { readonly [Name in Cells<FirstLine<Text>>]: string }

/** A cell that says nothing is written as a dash. */
export const given = (cell: string): string | undefined => (cell === '-' ? undefined : cell)

const cellsOf = (line: string): string[] => line.trim().split(/\s*\|\s*|\s{2,}/)

type FirstLine<Text extends string> = Text extends `\n${infer Rest}`
  ? FirstLine<Rest>
  : Text extends ` ${infer Rest}`
    ? FirstLine<Rest>
    : Text extends `${infer Line}\n${string}`
      ? Line
      : Text
type Cells<Line extends string> = Line extends `${infer Left}|${infer Right}`
  ? Apart<Left> | Cells<Right>
  : Apart<Line>
type Apart<Line extends string> = Line extends ` ${infer Rest}`
  ? Apart<Rest>
  : Line extends `${infer Left}  ${infer Right}`
    ? Trimmed<Left> | Apart<Right>
    : Line extends ''
      ? never
      : Trimmed<Line>
type Trimmed<Cell extends string> = Cell extends `${infer Rest} ` ? Trimmed<Rest> : Cell
