import type { ManyEvent } from '../../hosts/node'

/** Events of the command itself. */
type LoggedEvent =
  | ManyEvent
  | { readonly event: 'listening'; readonly url: string; readonly domain: string; readonly version: string }
  | { readonly event: 'stopping' | 'stopped' }
  | { readonly event: 'tokensRead'; readonly teams: number }

export type LogFormat = 'json' | 'text' | 'off'

/** Milliseconds in which equal refusals become one line. */
const WINDOW = 10_000
/** Of refusals within a window. */
const KINDS_AT_MOST = 200

/**
 * One line for each event. Refusals are anybody's to cause: the first of its kind is written at once, the others of the
 * next ten seconds as one line with their number.
 */
export class Log {
  readonly #repeated = new Map<string, { event: LoggedEvent; times: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly format: LogFormat,
    private readonly write: (line: string) => void,
  ) {}

  readonly add = (event: LoggedEvent): void => {
    if (this.format === 'off') return
    if (event.event === 'refused') this.#refused(event)
    else this.#put(event)
  }

  #refused(event: LoggedEvent & { readonly event: 'refused' }): void {
    const kind = JSON.stringify([event.status, event.quota, event.team, event.sandbox, event.address])
    const known =
      this.#repeated.get(kind) ?? (this.#repeated.size < KINDS_AT_MOST ? undefined : this.#rest(event))
    if (known) known.times += 1
    else {
      this.#repeated.set(kind, { event, times: 0 })
      this.#put(event)
    }
    this.#timer ??= setTimeout(() => this.flush(), WINDOW).unref()
  }

  /** Writes what was held back. */
  readonly flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { event, times } of this.#repeated.values()) if (times > 0) this.#put(event, times)
    this.#repeated.clear()
  }

  /** The refusals of all further kinds. */
  #rest({ status }: LoggedEvent & { readonly status?: number }): { event: LoggedEvent; times: number } {
    const event = { event: 'refused', status: status ?? 0, method: '*', path: '*' } as const
    const rest = this.#repeated.get('') ?? { event, times: 0 }
    this.#repeated.set('', rest)
    return rest
  }

  #put(event: LoggedEvent, times?: number): void {
    const { event: name, ...members } = event
    const all = {
      time: new Date().toISOString(),
      event: name,
      ...members,
      ...(times !== undefined && { times }),
    }
    this.write(this.format === 'json' ? `${JSON.stringify(all)}\n` : textOf(all))
  }
}

const textOf = ({ time, event, ...members }: Readonly<Record<string, unknown>>): string =>
  `${[time, event, ...Object.entries(members).map(([name, value]) => `${name}=${wordOf(value)}`)].join(' ')}\n`

const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
