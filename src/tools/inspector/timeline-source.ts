import { type Entry, isOpen, type Line, lineOf } from './entries'
import type { Controls } from './port'

/** Entries in one answer, so that the first look at a long history does not block. */
const PAGE = 2000
const ENTRIES_AT_MOST = 10_000

/** A server that was started again counts from 1, too. */
const isSame = (known: Line, found: Line | undefined): boolean =>
  found !== undefined &&
  found.entry.sequence === known.entry.sequence &&
  found.entry.at === known.entry.at &&
  found.entry.kind === known.entry.kind &&
  found.method === known.method &&
  (isOpen(known.entry) || found.path === known.path)

/** The lines of the timeline, read piece by piece. */
export class TimelineSource {
  readonly #controls: Controls
  #lines: readonly Line[] = []
  #reading: Promise<unknown> = Promise.resolve()

  constructor(controls: Controls) {
    this.#controls = controls
  }

  /** One reading after the other, because each continues where the last one ended. */
  lines(): Promise<readonly Line[]> {
    const reading = this.#reading.then(() => this.#readOn())
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  async #readOn(): Promise<readonly Line[]> {
    // An entry under way changes when it ends.
    const known = this.#lines.find(({ entry }) => isOpen(entry)) ?? this.#lines.at(-1)
    const from = known?.entry.sequence ?? 0
    const fresh = await this.#since(from - 1)
    // A timeline that was cleared, or that of another simulator.
    if (known && !isSame(known, fresh[0])) this.#lines = await this.#since(0)
    else this.#lines = [...this.#lines.filter(({ entry }) => entry.sequence < from), ...fresh]
    if (this.#lines.length > ENTRIES_AT_MOST) this.#lines = this.#lines.slice(-ENTRIES_AT_MOST)
    return this.#lines
  }

  async #since(sequence: number): Promise<Line[]> {
    const found: Line[] = []
    for (let since = Math.max(0, sequence); ; ) {
      const page = await this.#controls.get<Entry[]>(`/timeline?since=${since}&limit=${PAGE}`)
      for (const entry of page) found.push(lineOf(entry))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return found
      since = last.sequence
    }
  }
}
