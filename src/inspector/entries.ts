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

const KINDS: Readonly<Record<string, string>> = {
  request: 'Request',
  delivery: 'DELIVERY',
  clock: 'CLOCK',
  step: 'STEP',
  write: 'WRITE',
  work: 'WORK',
}

/** Kinds without a request have no status to speak of. */
export const hasStatus = ({ kind }: Entry): boolean => kind === 'request' || kind === 'delivery'

export function lineOf(entry: Entry): Line {
  const { kind, request, response, why = '' } = entry
  const method = request?.method ?? KINDS[kind] ?? kind.toUpperCase()
  const status = response?.status ?? null
  const path =
    request === undefined ? subjectOf(entry) : kind === 'request' ? pathOf(request.url) : request.url
  const end = hasStatus(entry) ? ` ${status ?? 'no response'}` : ''
  const name = `${method} ${path}${end}${why === '' ? '' : `, ${why}`}`
  return { entry, method, path, status, why, text: name.toLowerCase() }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const COMMON = ['sequence', 'at', 'kind', 'why']

/** The members of an entry without a request, in short. */
function subjectOf(entry: Entry): string {
  if (entry.kind === 'clock') return `${entry.from} to ${entry.to}`
  const rest = Object.entries(entry).filter(([name, value]) => !COMMON.includes(name) && value !== null)
  return rest
    .map(([, value]) =>
      typeof value === 'object' ? Object.values(value as object).join(' ') : String(value),
    )
    .join(' ')
}
