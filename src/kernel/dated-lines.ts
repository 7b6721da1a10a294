/** One line of a timeline. */
export interface DatedLine {
  /** ISO 8601. */
  readonly at: string
  /** The first column, padded by the caller. */
  readonly label: string
  /** The event. The caller gives it unpadded; the columns after it are aligned. */
  readonly what: string
  readonly outcome: string
  readonly why: string
}

/** Column widths at most. A longer cell shifts only its own line. */
const WIDEST = { what: 72, outcome: 8 }

/** Formats the lines as text, grouped by date. Equal consecutive lines become one line with a count. */
export function datedLines(lines: readonly DatedLine[]): string {
  const cells = lines.map(cellsOf)
  const [what, outcome] = [widthOf(cells, 'what'), widthOf(cells, 'outcome')]
  const text: string[] = []
  let [date, last, count] = ['', '', 1]
  for (const cell of cells) {
    const { day, time } = cell
    const result = outcome === 0 ? '' : `${cell.outcome.padEnd(outcome)}  `
    const line = `  ${time}  ${cell.what.padEnd(what)}  ${result}${cell.why}`.trimEnd()
    count = line === last && day === date ? count + 1 : 1
    if (count > 1) text[text.length - 1] = `${line}  (x${count})`
    else text.push(...(day === date ? [] : [day]), line)
    date = day
    last = line
  }
  return text.join('\n')
}

const widthOf = (cells: readonly ReturnType<typeof cellsOf>[], name: 'what' | 'outcome'): number =>
  Math.min(
    WIDEST[name],
    cells.reduce((most, cell) => Math.max(most, cell[name].length), 0),
  )

const cellsOf = ({ at, label, what, outcome, why }: DatedLine) => ({
  day: at.slice(0, 10),
  time: at.slice(11, -1),
  what: label + onOneLine(what),
  outcome,
  why: onOneLine(why),
})

// A name chosen by a client may contain characters that move the cursor or change the writing direction.
const onOneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
