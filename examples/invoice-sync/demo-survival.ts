import { scenarios } from 'accounting-simulator/scenarios'
import type { CandidateName, Trial } from './demo-trial'

/** The failures of an integration in a scenario, or on an ordinary day without one. */
type Judge = (candidate: CandidateName, scenario: string | undefined) => Promise<Pick<Trial, 'complaints'>>

/**
 * A table in Markdown of scenarios against both integrations. `undefined` is an ordinary day, for comparison.
 * @param most failures that a cell tells
 */
export async function survivalTable(
  judge: Judge,
  rowsOf: readonly (string | undefined)[] = [undefined, ...Object.keys(scenarios)],
  most = 2,
): Promise<string> {
  const rows = [['scenario', 'invoice-sync', 'naive-sync']]
  for (const scenario of rowsOf) {
    const verdict = async (candidate: CandidateName) => {
      const { complaints } = await judge(candidate, scenario)
      return complaints.length === 0 ? 'survives' : complaints.slice(0, most).join('; ')
    }
    rows.push([scenario ?? 'an ordinary day', await verdict('careful'), await verdict('naive')])
  }
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(['', '', ''], '-'), ...body.map((row) => line(row))].join('\n')
}
