import { type Entry, isOpen, type Line, lineOf } from './entries'
import { ControlRefused, type Controls } from './port'

/** Entries in one answer, so that the first look at a long history does not block. */
const PAGE = 2000
const ENTRIES_AT_MOST = 10_000

/**
 * The lines of the timeline, read piece by piece. Simulators without a timeline of their own tell requests and attempts
 * apart: then both are put in order here.
 */
export class TimelineSource {
  readonly #controls: Controls
  #lines: Line[] = []
  #attempts: Line[] = []
  #path = '/timeline'

  constructor(controls: Controls) {
    this.#controls = controls
  }

  async lines(): Promise<readonly Line[]> {
    try {
      await this.#readOn()
    } catch (error) {
      if (!(error instanceof ControlRefused) || error.status !== 404 || this.#path === '/traffic') throw error
      this.#path = '/traffic'
      await this.#readOn()
    }
    if (this.#path === '/timeline') return this.#lines
    await this.#readAttempts()
    return [...this.#lines, ...this.#attempts].sort(
      (one, other) => compare(one.entry.at, other.entry.at) || compare(other.entry.kind, one.entry.kind),
    )
  }

  async #readOn(): Promise<void> {
    // A request under way changes when its response arrives.
    const open = this.#lines.find(({ entry }) => isOpen(entry))
    let since = open ? open.entry.sequence - 1 : (this.#lines.at(-1)?.entry.sequence ?? 0)
    this.#lines = this.#lines.filter(({ entry }) => entry.sequence <= since)
    for (let isMore = true; isMore; ) {
      const fresh = await this.#controls.get<Entry[]>(`${this.#path}?since=${since}&limit=${PAGE}`)
      this.#lines.push(
        ...fresh.map((entry) => lineOf(this.#path === '/traffic' ? { ...entry, kind: 'request' } : entry)),
      )
      since = fresh.at(-1)?.sequence ?? since
      isMore = fresh.length === PAGE
    }
    if (this.#lines.length > ENTRIES_AT_MOST) this.#lines = this.#lines.slice(-ENTRIES_AT_MOST)
  }

  async #readAttempts(): Promise<void> {
    const attempts = await this.#controls.get<Entry[]>(`/webhooks/attempts?last=${PAGE}`)
    // Below zero: no request has such a number.
    this.#attempts = attempts.map((entry, at) => lineOf({ ...entry, kind: 'delivery', sequence: -1 - at }))
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
