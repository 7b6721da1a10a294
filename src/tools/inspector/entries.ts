import { recordName, spaced, titled } from './record-name'

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** An entry of the timeline, as the controls give it (docs/controls.md). */
export interface EntryJson {
  readonly sequence: number
  /** Virtual time, ISO 8601. */
  readonly at: string
  readonly kind: string
  /** The outcome; `held` for a response that waits for the clock. */
  readonly outcome?: string
  readonly request?: Message & { readonly method?: string; readonly url: string }
  readonly response?: (Message & { readonly status: number }) | null
  readonly unseen?: Message & { readonly status: number }
  readonly why?: string
  readonly fault?: number | null
  /** The label of the key, or the key with its middle hidden. */
  readonly key?: string | null
  readonly idempotencyKey?: string | null
  readonly route?: string | null
  /** The bucket that the headers of the response tell of. */
  readonly bucket?: string
  /** A response that was held back came then, or was waited for no longer. */
  readonly ended?: string
  readonly reason?: ReasonJson
  /** The record that a call is about. */
  readonly record?: RecordLink
  /** The records that the clock worked on. */
  readonly records?: readonly RecordLink[]
  /** The entry that caused the event of a delivery. */
  readonly cause?: number | null
  /** Ids of those that a request rested on. */
  readonly assumptions?: readonly string[]
  readonly event_id?: string
  readonly topic?: string
  readonly organization?: string
  readonly [member: string]: unknown
}

export const sentKey = ({ request }: EntryJson): string => request?.headers['x-api-key'] ?? ''

interface ReasonJson {
  readonly rule?: string
  readonly section?: string
  readonly bucket?: string
  readonly record?: RecordLink
  /** The complaint of a refused request, without the status. */
  readonly text?: string
}

export interface Line {
  readonly entry: EntryJson
  readonly method: string
  readonly path: string
  /** The status, or how it went in a word. */
  readonly outcome: string
  readonly tone: Tone
  readonly why: string
}

export type Tone = 'good' | 'odd' | 'bad' | 'quiet'

export const isError = ({ tone }: Line): boolean => tone === 'bad' || tone === 'odd'

/** Refused because a bucket was empty, not by a fault. */
export const isLimited = ({ entry: { reason } }: Pick<Line, 'entry'>): boolean => reason?.bucket !== undefined

export const ENTRY_KINDS: Readonly<Record<string, string>> = {
  request: 'Requests',
  delivery: 'Deliveries',
  clock: 'Moves of the clock',
  write: 'Calls',
  work: 'Work of the clock',
  step: 'Steps of scenarios',
  webhook: 'Changes of webhooks',
}

/** Tells whether the entry will change: no response yet, or time still moves. */
export const isOpen = ({ kind, outcome, to }: EntryJson): boolean =>
  (kind === 'request' && outcome === 'held') || (kind === 'clock' && to === null)

/** Requests do not say whose records they are about. */
const isAbout = (
  { reason, record, records, organization: own }: EntryJson,
  { type, id }: RecordLink,
  organization: string,
): boolean =>
  (own ?? organization) === organization &&
  [reason?.record, record, ...(records ?? [])].some((one) => one?.type === type && one.id === id)

/**
 * The entries about a record, with the requests that got a stored reply once more, and the deliveries of its events.
 * @param events the ids of these events
 */
export function entriesAbout(
  lines: readonly Line[],
  record: RecordLink,
  organization: string,
  events: readonly string[],
): readonly Line[] {
  /** Of each call whether the last one that was done is about it: the key may be used anew. */
  const sent = new Map<string, boolean>()
  return lines.filter(({ entry }) => {
    const { idempotencyKey, key, route, replayed, event_id = '', record: told, reason } = entry
    const call = `${idempotencyKey} ${key} ${route}`
    const isOwn = isAbout(entry, record, organization)
    if (idempotencyKey && !replayed && (told ?? reason?.record)) sent.set(call, isOwn)
    return isOwn || events.includes(event_id) || (replayed === true && sent.get(call) === true)
  })
}

export function entryLine(entry: EntryJson): Line {
  const { kind, request } = entry
  const method = request?.method ?? kind.toUpperCase()
  const path = SUBJECTS[entry.kind]?.(entry) ?? ''
  const outcome = outcomeOf(entry)
  return { entry, method, path, outcome, tone: toneOf(entry, outcome), why: shownReason(entry, outcome) }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The subject of an entry, by its kind (docs/timeline.md). */
const SUBJECTS: Readonly<Record<string, (entry: EntryJson) => string>> = {
  request: ({ request }) => pathOf(request?.url ?? ''),
  delivery: ({ url, topic }) => `${textIn(topic)} to ${textIn(url)}`,
  clock: ({ move, to, after, snapshot }) => {
    const instant = textIn(to).slice(0, 19).replace('T', ' ') || 'a later time'
    const place = typeof after === 'number' ? `, after #${after}` : ''
    return `${textIn(move)} to ${instant}${place}${snapshot ? `, snapshot ${snapshot}` : ''}`
  },
  step: ({ scenario, step, action }) => `${scenario}, step ${step}: ${action}`,
  write: ({ call, record }) => {
    const [, area = '', verb = ''] = /^admin\.(\w+)\.(\w+)$/.exec(textIn(call)) ?? []
    return area ? `${record ? recordName(record) : titled(area)}: ${spaced(verb)}` : textIn(call)
  },
  work: ({ work }) => textIn(work),
  webhook: ({ url }) => textIn(url),
}

function outcomeOf({ kind, response, status, outcome, skipped, change }: EntryJson): string {
  if (kind === 'request') return String(response?.status ?? outcome)
  if (kind === 'delivery') return String(status ?? 'no response')
  if (kind === 'work') return skipped ? 'skipped' : 'done'
  return textIn(outcome ?? change)
}

/** A held response will come, and who aborts a call does not want it. */
const UNANSWERED = { held: 'quiet', aborted: 'odd', lost: 'bad' } as const

function toneOf({ kind, outcome: ended = '' }: EntryJson, outcome: string): Tone {
  if (kind === 'request' && ended in UNANSWERED) return UNANSWERED[ended as keyof typeof UNANSWERED]
  if (kind === 'delivery') return ended === 'delivered' ? 'good' : 'bad'
  if (kind !== 'request') return outcome === 'done' || outcome === '' ? 'quiet' : 'odd'
  if (Number(outcome) >= 500) return 'bad'
  return Number(outcome) >= 400 ? 'odd' : 'good'
}

/** The text of a refusal begins with its status, which stands beside it. */
function shownReason({ why, text, response, reason }: EntryJson, outcome: string): string {
  const full = textIn(why ?? text)
  if (full === outcome) return ''
  return response && reason?.text !== undefined ? full.slice(`${outcome}: `.length) : full
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** A member of `simulator.records`, and the identifier of the record. */
export interface RecordLink {
  readonly type: string
  readonly id: number
}

/** A fault, with what it does to the requests that fit. */
export interface ProposedFault {
  /** Empty for every request. */
  readonly on: string
  readonly then: Readonly<Record<string, unknown>>
}

/** The one thing that a link leads to. */
export interface LinkTarget {
  /** The sequence number of an entry of the timeline. */
  readonly entry?: number
  readonly fault?: number
  readonly record?: RecordLink
  /** The organisation of the record or event; by default the one that is shown. */
  readonly organization?: string | undefined
  /** The id of a webhook event. */
  readonly event?: string
  /** A bucket, as the reason of a 429 names it. */
  readonly bucket?: string
  /** The key of the bucket: each key has its own. */
  readonly key?: string | undefined
  readonly account?: number
  readonly filter?: string
  readonly proposed?: ProposedFault
  /** The id of an endpoint, and what is done about it. */
  readonly webhook?: string | undefined
  readonly verb?: EndpointVerb | undefined
  /** The snapshot that is compared with now. */
  readonly compared?: string | number
}

export type EndpointVerb = 'activate' | 'catchUp'

/** Shows a view, and in it the one thing that is meant. */
export type Go = (tab: string, subject?: LinkTarget) => void
