import type { TrafficEntry } from '../http/traffic/traffic-entry'
import type { ClockEntry, TimelineEntry } from './timeline-entry'

/** What an entry says in one line. */
export interface Told {
  /** What happened: a request, a call, a delivery. */
  readonly what: string
  /** How it went, in a word or a status. */
  readonly outcome: string
  /** Whether it went as it should. */
  readonly isWell: boolean
  readonly why: string
}

const WIDEST = 64

/** The timeline line by line, grouped by date. Equal neighbours share one line with a count. */
export function timelineText(entries: readonly TimelineEntry[]): string {
  if (entries.length === 0) return 'nothing happened so far'
  const lines = entries.map((entry) => ({ entry, told: told(entry) }))
  const width = Math.min(WIDEST, Math.max(...lines.map((line) => line.told.what.length)))
  const text: string[] = []
  let [date, last, count] = ['', '', 1]
  for (const { entry, told: one } of lines) {
    const line = `  ${entry.at.slice(11, -1)}  ${entry.kind.padEnd(8)}  ${one.what.padEnd(width)}  ${tail(one)}`
    count = line === last && entry.at.slice(0, 10) === date ? count + 1 : 1
    if (count > 1) text[text.length - 1] = `${line}  (x${count})`
    else {
      if (entry.at.slice(0, 10) !== date) text.push(entry.at.slice(0, 10))
      text.push(line)
    }
    date = entry.at.slice(0, 10)
    last = line
  }
  return text.join('\n')
}

const tail = ({ outcome, why }: Told): string =>
  [outcome, onOneLine(why)].filter((part) => part !== '').join('  ')

export function told(entry: TimelineEntry): Told {
  switch (entry.kind) {
    case 'request':
      return toldRequest(entry)
    case 'delivery': {
      const { topic, url, id, status, outcome, why, stack } = entry
      // The message of the error stands in `why`.
      const frame = stack?.split('\n').find((one) => /^\s+at /.test(one))
      const thrown = frame === undefined ? '' : `; the receiver threw ${frame.trim()}`
      return {
        what: `${topic} to ${url} (delivery ${id})`,
        outcome: String(status ?? '---'),
        isWell: outcome === 'delivered',
        why: why + thrown,
      }
    }
    case 'clock':
      return toldMove(entry)
    case 'step': {
      const { scenario, step, action, outcome, text } = entry
      return { what: `${scenario} step ${step}: ${action}`, outcome, isWell: outcome === 'done', why: text }
    }
    case 'write': {
      const { call, outcome, text } = entry
      const why = text === outcome ? '' : text
      return { what: call, outcome, isWell: outcome === 'done', why }
    }
    case 'work': {
      const { work, skipped, text } = entry
      return { what: work, outcome: skipped ? 'skipped' : 'done', isWell: !skipped, why: text }
    }
  }
}

function toldRequest({
  sequence,
  request,
  response,
  why,
  key,
  idempotencyKey,
  request: { body },
}: TrafficEntry): Told {
  const { pathname, search } = new URL(request.url)
  const status = response === null ? '---' : String(response.status)
  const reason = why.startsWith(`${status}: `) ? why.slice(status.length + 2) : why
  const names = [
    key === null ? 'no key' : `key ${key}`,
    ...(idempotencyKey === null ? [] : [`idempotency key ${idempotencyKey}`]),
    ...referenceIn(body),
  ]
  return {
    what: `#${sequence} ${request.method} ${pathname}${search}`,
    outcome: status,
    isWell: response !== null && response.status < 400,
    why: `${reason} [${names.join(', ')}]`,
  }
}

/** The reference of a record, which people know it by. */
function referenceIn(body: string | null): string[] {
  const [, reference] = /"reference_number"\s*:\s*("(?:[^"\\]|\\.){1,80}")/.exec(body ?? '') ?? []
  return reference === undefined ? [] : [`reference ${reference}`]
}

function toldMove({ move, from, to, fired }: ClockEntry): Told {
  const names = { advance: 'advance', auto: 'moved for who waits', restore: 'restore', reset: 'reset' }
  const what = `${names[move]} ${shortened(from)} -> ${to === null ? 'under way' : shortened(to)}`
  return { what, outcome: '', isWell: true, why: fired === null ? '' : `${fired} fired` }
}

const shortened = (instant: string): string => instant.replace('T', ' ').replace(/(:00)?\.000Z$/, '')

// Names chosen by clients may contain characters that move the cursor or change the writing direction.
const onOneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
