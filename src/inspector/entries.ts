interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** An entry of the timeline, as the controls give it (docs/controls.md). */
export interface Entry {
  readonly sequence: number
  /** Virtual time, ISO 8601. */
  readonly at: string
  readonly kind: string
  readonly request?: Message & { readonly method?: string; readonly url: string }
  readonly response?: (Message & { readonly status: number }) | null
  readonly unseen?: Message & { readonly status: number }
  readonly why?: string
  readonly fault?: number | null
  readonly reason?: Reason
  readonly [member: string]: unknown
}

export interface Reason {
  readonly rule?: string
  readonly section?: string
  readonly bucket?: string
  readonly record?: { readonly type: string; readonly id: number }
}

/** One line of the timeline. */
export interface Line {
  readonly entry: Entry
  readonly method: string
  readonly path: string
  /** Null without a response. */
  readonly status: number | null
  readonly why: string
  /** What a filter looks into. */
  readonly text: string
}

/** Kinds without a request have no status to speak of. */
export const hasStatus = ({ kind }: Entry): boolean => kind === 'request' || kind === 'delivery'

/** Whether the entry will change: no response yet, or time still moves. */
export const isOpen = ({ kind, why, to }: Entry): boolean =>
  why === 'under way' || (kind === 'clock' && to === null)

export function lineOf(entry: Entry): Line {
  const { kind, request, response } = entry
  const method = request?.method ?? kind.toUpperCase()
  const status = response?.status ?? (typeof entry.status === 'number' ? entry.status : null)
  const path = subjectOf(entry)
  const why = textOf(entry.why ?? entry.text)
  const end = hasStatus(entry) ? ` ${status ?? 'no response'}` : ''
  return { entry, method, path, status, why, text: `${method} ${path}${end} ${why}`.toLowerCase() }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What an entry is about, by its kind (docs/timeline.md). */
const SUBJECTS: Readonly<Record<string, (entry: Entry) => string>> = {
  request: ({ request }) => pathOf(request?.url ?? ''),
  delivery: ({ request, url, topic }) => [request?.url ?? textOf(url), textOf(topic)].join(' ').trim(),
  clock: ({ move, from, to }) => `${textOf(move)} from ${from} to ${to ?? 'a later time'}`.trim(),
  step: ({ scenario, step, action, outcome }) => `${scenario}, step ${step}: ${action} ${outcome}`,
  write: ({ call, outcome }) => `${call} ${outcome}`,
  work: ({ work, skipped }) => `${work}${skipped ? ' skipped' : ''}`,
}

const subjectOf = (entry: Entry): string => SUBJECTS[entry.kind]?.(entry) ?? ''

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
