import { toldCall } from '../http/traffic/told-call'
import type { TrafficEntry } from '../http/traffic/traffic-entry'
import { datedLines } from '../kernel/dated-lines'
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

/** The timeline line by line. `shown` hides secrets. */
export function timelineText(entries: readonly TimelineEntry[], shown: (text: string) => string): string {
  if (entries.length === 0) return 'nothing happened so far'
  return datedLines(
    entries.map((entry) => {
      const { what, outcome, why } = told(entry)
      const label = `${entry.kind.padEnd(8)}  `
      return { at: entry.at, label, what: shown(what), outcome, why: shown(why) }
    }),
  )
}

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

function toldRequest(entry: TrafficEntry): Told {
  const { sequence, request, response, key, idempotencyKey } = entry
  const { path, status, why } = toldCall(entry)
  const names = [
    key === null ? 'no key' : `key ${key}`,
    ...(idempotencyKey === null ? [] : [`idempotency key ${idempotencyKey}`]),
    ...referenceIn(request.body),
  ]
  return {
    what: `#${sequence} ${request.method} ${path}`,
    outcome: status,
    isWell: response !== null && response.status < 400,
    why: `${why} [${names.join(', ')}]`,
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
