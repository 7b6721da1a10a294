/** A row of a table, as the texts of its cells. */
export type Row = readonly string[]

/** What stands under a heading of the page, up to the next one; empty where there is none. */
export function sectionOf(page: string, heading: string): string {
  const found = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  return found?.slice(heading.length).trim() ?? ''
}

/** The rows of the first table in a section, without its head. */
export function rowsIn(section: string): Row[] {
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

export const rowText = (cells: Row): string => `| ${cells.join(' | ')} |`

/**
 * Rows of a chapter that was played here, with those that the page has already: a row of the page stays until as many
 * tests were played here, at one commit or at several.
 */
export function withRowsOfPage(here: readonly Row[], page: readonly Row[]): Row[] {
  const played = here.reduce((sum, row) => sum + testsOf(row), 0)
  const staying = page.filter((old) => testsOf(old) > played)
  const commits = new Set(staying.map((row) => row[COLUMN.commit]))
  return [...here.filter((row) => !commits.has(row[COLUMN.commit])), ...staying]
}

/** The places of the columns in the table of results. */
export const COLUMN = {
  ...{ seeds: 2, steps: 3, tests: 4, failed: 5, minutes: 6 },
  ...{ date: 7, commit: 8, processor: 10 },
} as const

/** A figure of the row; 0 where it has none. */
export const figure = (row: Row, column: number): number => Number(row[column]?.replaceAll(',', '') ?? 0)

const testsOf = (row: Row): number => figure(row, COLUMN.tests)

/** Whether the row tells of failures. */
export const hasFailed = (row: Row): boolean => row[COLUMN.failed] !== '0'
