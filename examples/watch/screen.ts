import type { Entry, SimulatorState } from './simulator-state'

/** A terminal's size in characters. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** The state as lines of text that fit the terminal; the newest request stands last. */
export function screenOf(state: SimulatorState, { columns, rows }: Size): string {
  const top = [headline(state), ...limitLines(state), ...faultLines(state), ...webhookLines(state)]
  const room = Math.max(3, rows - top.length - 2)
  const lines = [...top, rule(columns), ...state.traffic.slice(-room).map(entryLine)]
  return lines.map((line) => fitted(line, columns)).join('\n')
}

function headline({ clock: { now, kind, pending } }: SimulatorState): string {
  const [next] = pending
  const then = next ? `  next ${next.due.slice(0, 16)} ${next.kind} ${next.subject}` : '  nothing scheduled'
  return `${now}  ${kind} clock${then}`
}

const BAR = 10

/** The emptiest buckets. */
const limitLines = ({ limits }: SimulatorState): string[] =>
  [...limits]
    .sort((a, b) => a.tokens / a.burst - b.tokens / b.burst)
    .slice(0, 3)
    .map(({ kind, route, tokens, burst }) => {
      const full = Math.max(0, Math.min(BAR, Math.round((tokens / burst) * BAR)))
      const bar = '#'.repeat(full).padEnd(BAR, '.')
      return `limit   [${bar}] ${Math.floor(tokens)} of ${burst}  ${route ?? kind}`
    })

const faultLines = ({ faults }: SimulatorState): string[] =>
  faults
    .filter(({ remaining }) => remaining !== 0)
    .map(({ on, then, hits, remaining }) => {
      const left = remaining === null ? 'no end' : `${remaining} left`
      return `fault   ${on}  ${JSON.stringify(then)}  ${hits} hits, ${left}`
    })

function webhookLines({ webhooks, queue }: SimulatorState): string[] {
  if (queue.length === 0 && !webhooks.held) return []
  const [next] = queue
  const first = next ? `: ${next.topic} to ${next.url}` : ''
  return [`events  ${webhooks.held ? 'held, ' : ''}${queue.length} waiting${first}`]
}

function entryLine({ sequence, at, request, response, key, fault, replayed, changed, why }: Entry): string {
  const { pathname, search } = new URL(request.url)
  const mark = fault !== null ? '!' : replayed ? '=' : changed ? '+' : ' '
  const status = response?.status ?? '---'
  const call = `${request.method.padEnd(6)} ${pathname}${search}`
  return `${String(sequence).padStart(4)} ${at.slice(11, 23)} ${mark} ${status}  ${call}  ${key ?? 'no key'}  ${why}`
}

const rule = (columns: number): string => '-'.repeat(columns)

// Names come from clients; what moves the cursor would break the screen.
const fitted = (line: string, columns: number): string => {
  const plain = line.replace(/\p{Cc}/gu, ' ')
  return plain.length > columns ? `${plain.slice(0, Math.max(0, columns - 1))}…` : plain
}
