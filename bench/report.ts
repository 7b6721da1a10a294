import { medianOf, type Timing } from './harness'
import { quartiles } from './quartiles'

/** A row set against another one; the aim is the highest ratio that we want to see. */
export interface Line {
  readonly timing: Timing
  readonly against?: Timing
  readonly aim?: number
}

const COLUMNS = ['', 'us', 'quartiles', 'ratio', 'per round', 'aim']

/** Medians and their ratio; beside it the quartiles of the ratios of single rounds, for the noise. */
export function report(title: string, lines: readonly Line[]): void {
  for (const { timing } of lines) tell(title, timing.name, medianOf(timing))
  const cells = [COLUMNS, ...lines.map(cellsOf)]
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  console.log(`\n${title}`)
  for (const row of cells) {
    const padded = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(`  ${padded.join('  ').trimEnd()}`)
  }
}

function cellsOf({ timing, against, aim }: Line): string[] {
  const { lower, median, upper } = quartiles(timing.rounds)
  const own = [timing.name, figure(median), `${figure(lower)}..${figure(upper)}`]
  if (against === undefined) return [...own, '', '', '']
  const ratio = median / medianOf(against)
  return [...own, ratio.toFixed(2), perRound(timing, against), verdict(ratio, aim)]
}

function perRound(timing: Timing, against: Timing): string {
  const { lower, upper } = quartiles(timing.rounds.map((us, round) => us / (against.rounds[round] ?? us)))
  return `${lower.toFixed(2)}..${upper.toFixed(2)}`
}

const verdict = (ratio: number, aim: number | undefined): string =>
  aim === undefined ? '' : aimed(ratio, aim, aim.toFixed(2))

/** Whether an aim is met: the highest figure that we want to see. */
export const aimed = (value: number, aim: number, text = String(aim)): string =>
  `<= ${text} ${value <= aim ? 'met' : 'MISSED'}`

/** A line for a figure that is no ratio. */
export function figureLine(name: string, value: number, unit: string, aim?: number): void {
  tell('', name, value)
  const shown = value < 100 ? value.toFixed(1) : value.toFixed(0)
  console.log(`  ${name}  ${shown} ${unit}${aim === undefined ? '' : `  ${aimed(value, aim)}`}`)
}

/** What a run that compares two builds hears of a line. */
export interface Told {
  readonly title: string
  readonly name: string
  readonly value: number
}

function tell(title: string, name: string, value: number): void {
  process.send?.({ title, name, value } satisfies Told)
}

const figure = (us: number): string => (us < 10 ? us.toFixed(2) : us < 100 ? us.toFixed(1) : us.toFixed(0))
