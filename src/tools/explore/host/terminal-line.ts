/** The end says how much was found so far. */
const END = 50

/** The next line clears no more than one row of the terminal, so that none may be wider. */
function fitting(text: string, width: number | undefined): string {
  const columns = width || 80
  if (text.length < columns) return text
  const end = Math.min(END, Math.floor((columns * 2) / 3))
  return `${text.slice(0, Math.max(0, columns - end - 2))}…${text.slice(-end)}`
}

/** Writes one line over the last, if a terminal is watched; an empty one clears it. Logs keep each line: undefined. */
export function terminalLine(): ((text: string) => void) | undefined {
  const { stderr, env } = process
  return stderr?.isTTY && !env.CI
    ? (text) => void stderr.write(`\r\x1b[K${fitting(text, stderr.columns)}`)
    : undefined
}

/**
 * The same for a command, which also tells a log how far it is.
 * @param pause real milliseconds before a log gets its first line, and between two of its lines
 */
export function progressLine(pause = 0): (text: string) => void {
  let next = performance.now() + pause
  return (
    terminalLine() ??
    ((text) => {
      if (text === '' || performance.now() < next) return
      next = performance.now() + pause
      process.stderr.write(`${text}\n`)
    })
  )
}
