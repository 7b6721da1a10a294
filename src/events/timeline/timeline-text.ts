import { type DatedLine, datedLines } from '../../kernel/dated-lines'
import { describeCall } from '../traffic/describe-call'
import type { TrafficEntry } from '../traffic/traffic-entry'
import type { ClockEntry, DeliveryEntry, TimelineEntry } from './timeline-entry'

export interface TimelineLine {
  /** The event: a request, a call, a delivery. */
  readonly what: string
  /** The outcome as a word or a status. */
  readonly outcome: string
  /** True if the outcome is the usual one. */
  readonly isWell: boolean
  readonly why: string
}

/**
 * The timeline line by line.
 * @param shown hides secrets
 * @param least from this number on, consecutive equal requests are shown as the first of them and a count
 */
export function timelineText(
  entries: readonly TimelineEntry[],
  shown: (text: string) => string,
  least = Number.POSITIVE_INFINITY,
): string {
  const last = entries.reduce((highest, { sequence }) => Math.max(highest, sequence), 0)
  const width = numbered(last).length
  const keys = hasKeysToTell(entries)
  const rowOf = (entry: TimelineEntry): DatedLine => {
    const { what, outcome, why } = lineOf(entry, keys)
    const label = `${entry.kind.padEnd(8)}  ${numbered(entry.sequence).padStart(width)} `
    return { at: entry.at, label, what: shown(what), outcome, why: shown(why) }
  }
  return datedLines(
    runsOf(entries).flatMap((run) => {
      const end = run.at(-1)
      if (run.length < least || !end) return run.map(rowOf)
      const what = `... ${run.length - 1} more like it, to ${numbered(end.sequence)}`
      return [...run.slice(0, 1).map(rowOf), { at: end.at, label: '', what, outcome: '', why: '' }]
    }),
  )
}

/** Groups consecutive equal requests of one day. */
function runsOf(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const runs: TimelineEntry[][] = []
  let before = ''
  for (const entry of entries) {
    const content = requestContent(entry)
    if (content !== '' && content === before) runs.at(-1)?.push(entry)
    else runs.push([entry])
    before = content
  }
  return runs
}

/** Equal for requests of one day with the same answer and reason, whatever their bodies. */
function requestContent(entry: TimelineEntry): string {
  if (entry.kind !== 'request') return ''
  const { at, request, response, why, key, idempotencyKey, outcome } = entry
  const asked = [at.slice(0, 10), request.method, request.url, key, idempotencyKey]
  return JSON.stringify([...asked, response?.status, why, outcome])
}

export const numbered = (sequence: number): string => `#${sequence}`

/** False if there is only one key and it has no label, because then it distinguishes nothing. */
export function hasKeysToTell(entries: readonly TimelineEntry[]): boolean {
  const keys = new Set(entries.flatMap((entry) => (entry.kind === 'request' ? (entry.key ?? []) : [])))
  return keys.size > 1 || [...keys].some((key) => !key.includes('****'))
}

/** @param hasKeys true to show the API keys of requests */
export function lineOf(entry: TimelineEntry, hasKeys: boolean): TimelineLine {
  switch (entry.kind) {
    case 'request':
      return describeRequest(entry, hasKeys)
    case 'delivery':
      return describeDelivery(entry)
    case 'clock':
      return describeMove(entry)
    case 'step': {
      const { scenario, step, action, outcome, text } = entry
      return { what: `${scenario} steps[${step}]: ${action}`, outcome, isWell: outcome === 'done', why: text }
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
    case 'webhook': {
      const { url, webhook_uuid, change, why, cause } = entry
      const names = [webhook_uuid, ...causedBy(cause)]
      return { what: url, outcome: change, isWell: change === 'reactivated', why: why + inBrackets(names) }
    }
  }
}

function describeRequest(entry: TrafficEntry, hasKeys: boolean): TimelineLine {
  const { request, response, key, idempotencyKey } = entry
  const { path, status, why } = describeCall(entry)
  const names = [
    ...(key === null ? ['no API key'] : hasKeys ? [`key ${key}`] : []),
    ...referenceIn(request.body),
    ...(idempotencyKey === null ? [] : [`idempotency key ${idempotencyKey}`]),
  ]
  return {
    what: `${request.method} ${path}`,
    outcome: status,
    isWell: response !== null && response.status < 400,
    why: why + inBrackets(names),
  }
}

/** The record's reference number, by which people know the record. */
function referenceIn(body: string | null): string[] {
  const [, reference] = /"reference_number"\s*:\s*("(?:[^"\\]|\\.){1,80}")/.exec(body ?? '') ?? []
  return reference === undefined ? [] : [`reference ${reference}`]
}

function describeDelivery({
  topic,
  url,
  id,
  cause,
  status,
  outcome,
  why,
  answer,
  stack,
}: DeliveryEntry): TimelineLine {
  // The error's message is already in `why`.
  const frame = stack?.split('\n').find((one) => /^\s+at /.test(one))
  const thrown = frame === undefined ? '' : `; the receiver threw ${frame.trim()}`
  const words = answer === undefined ? '' : `; the receiver says ${JSON.stringify(answer)}`
  const names = [`delivery ${id}`, ...causedBy(cause)]
  return {
    what: `${topic} to ${url}`,
    outcome: String(status ?? '---'),
    isWell: outcome === 'delivered',
    why: why + words + thrown + inBrackets(names),
  }
}

const causedBy = (cause: number | null): string[] => (cause === null ? [] : [`caused by ${numbered(cause)}`])

const inBrackets = (names: readonly string[]): string => (names.length === 0 ? '' : ` [${names.join(', ')}]`)

function describeMove({ move, from, to, fired }: ClockEntry): TimelineLine {
  const begin = shortened(from)
  const end = to === null ? '' : shortened(to)
  const [what, why] = {
    advance:
      to === null
        ? [`advance from ${begin}`, 'under way']
        : [
            `advance to ${end}`,
            fired === 0 ? 'nothing was due' : `${fired} ${fired === 1 ? 'timer' : 'timers'} fired`,
          ],
    auto: [`jump to ${end}`, 'nothing else could happen while the program waited'],
    restore: [`restore to ${end}`, `the clock stood at ${begin}`],
    reset: [`reset to ${end}`, `the clock stood at ${begin}`],
  }[move] as [string, string]
  return { what, outcome: '', isWell: true, why }
}

const shortened = (instant: string): string => instant.replace('T', ' ').replace(/(:00)?\.000Z$/, '')
