import { painted, wrapped } from '../demo-page'

const WIDTH = process.stdout.columns ?? 110
const CALL_WIDTH = 35

interface Line {
  time: string
  call: string
  status: string
  why: string
}

/** Fits a timeline to a terminal: of equal outcomes in a row the first and the last, long reasons wrapped. */
export function shortTimeline(timeline: string): string {
  const shown: string[] = []
  const lines = timeline.split('\n').map((text) => readLine(text) ?? text)
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line | string
    const end = typeof line === 'string' ? at + 1 : endOfRun(lines, at, line)
    const run = lines.slice(at, end)
    if (run.length < 4) shown.push(...run.map(print))
    else shown.push(print(line), `${''.padEnd(10)}⋮  ${run.length - 2} more`, print(run.at(-1) ?? line))
    at = end
  }
  return shown.join('\n')
}

/** Text that is no request, such as a date, is left as it is. */
function readLine(text: string): Line | undefined {
  const parts = /^ +([\d:.]+) +([A-Z]+ +\S+) +(\d{3}|---) +(.*)$/.exec(text)
  if (parts === null) return undefined
  const [, time = '', spacedCall = '', status = '', why = ''] = parts
  const call = spacedCall.replace(/ +/, ' ').replace(/\?.*/, '?…')
  return { time: time.replace('.000', ''), call, status, why: why.replace(` of ${call}`, '') }
}

function endOfRun(lines: readonly (Line | string)[], start: number, first: Line): number {
  let end = start + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end]
    if (typeof line !== 'object' || outcomeOf(line) !== outcomeOf(first)) break
  }
  return end
}

/** The first word of a reason, such as created or replayed, distinguishes outcomes. */
function outcomeOf({ call, status, why }: Line): string {
  return [call, status, why.split(' ', 1)].join(' ')
}

/** On a terminal the rows are grey, and only their statuses have a colour. */
function print(line: Line | string): string {
  if (typeof line === 'string') return painted('dim', line)
  const { time, call, status, why } = line
  const begin = `${time}  ${call.padEnd(CALL_WIDTH)}  `
  const width = begin.length + status.length + 2
  const colour = status.startsWith('2') ? 'green' : status.startsWith('4') ? 'yellow' : 'red'
  return wrapped(why, WIDTH - width)
    .map((part, index) =>
      index === 0
        ? `${painted('dim', begin)}${painted(colour, status)}${painted('dim', `  ${part}`)}`
        : painted('dim', ''.padEnd(width) + part),
    )
    .join('\n')
}
