import type { TrafficEntry } from './traffic-entry'

const WIDEST_PATH = 60

interface Line {
  readonly date: string
  readonly time: string
  readonly call: string
  readonly rest: string
}

/** Requests and responses line by line, grouped by date. Equal neighbours share one line with a count. */
export function timeline(entries: readonly TrafficEntry[]): string {
  if (entries.length === 0) return 'no requests so far'
  const lines = entries.map(lineOf)
  const width = Math.min(WIDEST_PATH, Math.max(...lines.map((line) => line.call.length)))
  const told: string[] = []
  let date = ''
  for (let position = 0; position < lines.length; ) {
    const line = lines[position] as Line
    const count = runLength(lines, position)
    if (line.date !== date) told.push(line.date)
    date = line.date
    const times = count > 1 ? `  (x${count})` : ''
    told.push(`  ${line.time}  ${line.call.padEnd(width)}  ${line.rest}${times}`)
    position += count
  }
  return told.join('\n')
}

function runLength(lines: readonly Line[], start: number): number {
  const first = lines[start] as Line
  let end = start + 1
  while (end < lines.length && isSame(first, lines[end] as Line)) end += 1
  return end - start
}

const isSame = (one: Line, other: Line): boolean =>
  one.date === other.date && one.time === other.time && one.call === other.call && one.rest === other.rest

function lineOf({ at, request, response, why }: TrafficEntry): Line {
  const { pathname, search } = new URL(request.url)
  const key = request.headers['x-api-key'] ?? ''
  const status = response === null ? '---' : String(response.status)
  // The status has its own column.
  const reason = why.startsWith(`${status}: `) ? why.slice(status.length + 2) : why
  return {
    date: at.slice(0, 10),
    time: at.slice(11, -1),
    call: masked(`${request.method.padEnd(6)} ${pathname}${search}`, key),
    rest: masked(`${status}  ${onOneLine(reason)}`, key),
  }
}

// Names chosen by clients may contain characters that move the cursor or change the writing direction.
const onOneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')

/** Very short keys are not secret, and masking them would hide most of the line. */
const masked = (text: string, secret: string): string =>
  secret.length < 4 ? text : text.replaceAll(secret, '****')
