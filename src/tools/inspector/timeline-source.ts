import { hostTime } from '../../host-time/host-time'
import { type Entry, isOpen, type Line, lineOf } from './entries'
import type { Controls } from './port'

/** Entries in one answer, so that no answer blocks the page for long. */
const PAGE = 2000
const ENTRIES_AT_MOST = 100_000

/** Moves of the clock that follow one another become one. */
const mayChange = ({ entry }: Line): boolean => isOpen(entry) || entry.kind === 'clock'

/** A server that was started again counts from 1, too. */
const isSame = (known: Line, found: Line | undefined): boolean =>
  found !== undefined &&
  found.entry.sequence === known.entry.sequence &&
  found.entry.at === known.entry.at &&
  found.entry.kind === known.entry.kind &&
  found.method === known.method &&
  (mayChange(known) || found.path === known.path)

/** The lines of the timeline, read piece by piece: the latest first, then the earlier ones behind the scenes. */
export class TimelineSource {
  readonly #controls: Controls
  readonly #grown: () => void
  #lines: readonly Line[] = []
  /** Those that may still change. */
  #open: readonly Line[] = []
  #reading: Promise<unknown> = Promise.resolve()
  /** Counts the histories that were begun: the earlier entries of one that is over are wanted no more. */
  #history = 0

  /** @param grown is called when earlier entries are there */
  constructor(controls: Controls, grown: () => void) {
    this.#controls = controls
    this.#grown = grown
  }

  /** One reading after the other, because each continues where the last one ended. */
  lines(): Promise<readonly Line[]> {
    const reading = this.#reading.then(() => this.#readOn())
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  async #readOn(): Promise<readonly Line[]> {
    // An entry under way changes when it ends.
    const known = this.#open[0] ?? this.#lines.at(-1)
    if (!known) return this.#begin()
    const from = known.entry.sequence
    const fresh = await this.#since(from - 1)
    // A timeline that was cleared, or that of another simulator.
    if (!isSame(known, fresh[0])) return this.#begin()
    if (fresh.length === 1 && !mayChange(known)) return this.#lines
    this.#open = fresh.filter(({ entry }) => isOpen(entry))
    let kept = this.#lines.length
    while (kept > 0 && (this.#lines[kept - 1] as Line).entry.sequence >= from) kept -= 1
    const first = Math.max(0, kept + fresh.length - ENTRIES_AT_MOST)
    this.#lines = [...this.#lines.slice(first, kept), ...fresh]
    return this.#lines
  }

  async #begin(): Promise<readonly Line[]> {
    this.#history += 1
    this.#lines = (await this.#controls.get<Entry[]>(`/timeline?last=${PAGE}`)).map(lineOf)
    this.#open = this.#lines.filter(({ entry }) => isOpen(entry))
    const first = this.#lines[0]?.entry.sequence
    if (this.#lines.length === PAGE && first !== undefined) void this.#readEarlier(first, this.#history)
    return this.#lines
  }

  /** From the beginning up to what is there already. */
  async #readEarlier(until: number, history: number): Promise<void> {
    const earlier: Line[] = []
    for (let since = 0; since < until - 1; ) {
      const page = await this.#controls.get<Entry[]>(`/timeline?since=${since}&limit=${PAGE}`)
      if (history !== this.#history) return
      for (const entry of page) if (entry.sequence < until) earlier.push(lineOf(entry))
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      since = last.sequence
      // Frames are drawn in between.
      await hostTime.turn()
    }
    this.#lines = [...earlier, ...this.#lines].slice(-ENTRIES_AT_MOST)
    this.#open = this.#lines.filter(({ entry }) => isOpen(entry))
    this.#grown()
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
