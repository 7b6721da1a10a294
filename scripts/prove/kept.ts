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
  const commits = new Set(staying.map((row) => row[COMMIT]))
  return [...here.filter((row) => !commits.has(row[COMMIT])), ...staying]
}

/** The places of the columns in the table of results. */
const [TESTS, FAILED, COMMIT] = [4, 5, 8]

const testsOf = (row: Row): number => Number(row[TESTS]?.replaceAll(',', ''))

/** Whether the row tells of failures. */
export const hasFailed = (row: Row): boolean => row[FAILED] !== '0'
