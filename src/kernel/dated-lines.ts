/** One line of a timeline. */
export interface DatedLine {
  /** ISO 8601. */
  readonly at: string
  /** The first column, padded by the caller. */
  readonly label: string
  /** What happened. What follows is aligned. */
  readonly what: string
  readonly outcome: string
  readonly why: string
}

const WIDEST = 64

/** The lines as text, grouped by date. Equal neighbours share one line with a count. */
export function datedLines(lines: readonly DatedLine[]): string {
  const cells = lines.map(cellsOf)
  const width = Math.min(
    WIDEST,
    cells.reduce((most, { what }) => Math.max(most, what.length), 0),
  )
  const text: string[] = []
  let [date, last, count] = ['', '', 1]
  for (const { day, time, what, rest } of cells) {
    const line = `  ${time}  ${what.padEnd(width)}  ${rest}`
    count = line === last && day === date ? count + 1 : 1
    if (count > 1) text[text.length - 1] = `${line}  (x${count})`
    else text.push(...(day === date ? [] : [day]), line)
    date = day
    last = line
  }
  return text.join('\n')
}

const cellsOf = ({ at, label, what, outcome, why }: DatedLine) => ({
  day: at.slice(0, 10),
  time: at.slice(11, -1),
  what: label + onOneLine(what),
  rest: [outcome, onOneLine(why)].filter((part) => part !== '').join('  '),
})

// Names chosen by clients may contain characters that move the cursor or change the writing direction.
const onOneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
