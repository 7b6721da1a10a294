import type { AssumptionEntry } from './assumption-entry'
import { OPEN_ALTERNATIVES } from './open-alternatives'
import { ASSUMPTIONS } from './register'

/** The register as the Markdown table of §16. */
export function assumptionTable(): string {
  const entries: [string, AssumptionEntry][] = Object.entries(ASSUMPTIONS)
  const head = ['| Id | Section | Rule | Default | Switch |', '|---|---|---|---|---|']
  return [...head, ...entries.map(([id, entry]) => row(id, entry))].join('\n')
}

function row(id: string, { section, says, value, alternatives }: AssumptionEntry): string {
  const cells = [`\`${id}\``, section, says, text(value), switchText(alternatives)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const text = (value: unknown): string =>
  typeof value === 'string' ? `\`'${value}'\`` : `\`${JSON.stringify(value)}\``

function switchText(alternatives: AssumptionEntry['alternatives']): string {
  if (alternatives === undefined) return 'fixed'
  if (typeof alternatives === 'string') return OPEN_ALTERNATIVES[alternatives].words
  return alternatives.map(text).join(', ')
}
