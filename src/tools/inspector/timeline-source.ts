import { grouped } from './amounts'
import { type EntryJson, entryLine, isOpen, type Line } from './entries'
import { appended } from './incremental'
import type { Controls } from './port'
import { countOf } from './window-list'

/** Entries in one answer, so that no answer blocks the page for long. */
const PAGE = 500
const ENTRIES_AT_MOST = 100_000
/** Entries under way that are asked for again; a client may have left others hanging long ago. */
const OPEN_AT_MOST = 20

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
  #lines: readonly Line[] = []
  /** The entries that may still change. */
  #open: readonly Line[] = []
  #reading: Promise<unknown> = Promise.resolve()
  /** Counts the histories that were begun: the earlier entries of one that is over are wanted no more. */
  #history = 0
  /** The first entry that is there, if reading the earlier ones failed. The next reading begins it again. */
  #unread: number | undefined
  #progress: string | undefined
  #world = 0
  /** The latest entry before each fault was armed, as far as that is known. */
  readonly armed = new Map<number, number>()

  /**
   * @param update is called when more of them is read
   * @param grown is called when earlier entries are there
   */
  constructor(
    private readonly controls: Controls,
    private readonly update: () => void,
    private readonly grown: () => void,
  ) {}

  /** The number of entries that are read and of all, while earlier ones are missing. */
  get missing(): string | undefined {
    return this.#progress
  }

  /** The number of the last entry before the last reset. */
  begin = 0

  /** The number of entries that are gone: nobody read them in time. Zero while earlier ones are being read. */
  get forgotten(): number {
    return this.#progress === undefined ? Math.max(0, this.latest - this.begin - this.#lines.length) : 0
  }

  /** Counts the worlds whose entries were read: a reset begins another one. */
  get world(): number {
    return this.#world
  }

  /** Tells whether the entry is read. */
  has(sequence: number): boolean {
    return entryIn(this.#lines, sequence) !== undefined
  }

  /** The latest entry that is read. */
  get latest(): number {
    return this.#lines.at(-1)?.entry.sequence ?? 0
  }

  /** One reading after the other, because each continues where the last one ended. */
  lines(): Promise<readonly Line[]> {
    const reading = this.#reading.then(() => this.#readOn())
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  async #readOn(): Promise<readonly Line[]> {
    const last = this.#lines.at(-1)
    if (!last) return this.#begin()
    const { sequence } = last.entry
    const [[same, ...fresh], ended] = await Promise.all([
      this.#since(sequence - 1),
      Promise.all(this.#open.map((line) => this.#again(line))),
    ])
    // A timeline that was cleared, or that of another simulator.
    if (!isSame(last, same)) {
      this.#world += 1
      return this.#begin()
    }
    if (this.#unread !== undefined) this.#beginEarlier(this.#unread)
    const changed = [same as Line, ...ended].filter(
      (line): line is Line => line !== undefined && this.#isOther(line),
    )
    if (changed.length === 0 && fresh.length === 0) return this.#lines
    if (changed.length > 0) {
      const lines = [...this.#lines]
      for (const line of changed) lines[placeIn(lines, line.entry.sequence)] = line
      this.#lines = lines
    }
    this.#lines = appended(this.#lines, fresh)
    // Not one by one, because all is gathered again then.
    if (this.#lines.length > ENTRIES_AT_MOST * 1.1) this.#lines = this.#lines.slice(-ENTRIES_AT_MOST)
    const open = [...this.#open, ...fresh].flatMap(({ entry }) => entryIn(this.#lines, entry.sequence) ?? [])
    this.#open = open.filter(({ entry }) => isOpen(entry)).slice(-OPEN_AT_MOST)
    return this.#lines
  }

  /** An entry under way, as it is now. */
  async #again({ entry: { sequence } }: Line): Promise<Line | undefined> {
    const [found] = await this.controls.get<EntryJson[]>(`/timeline?since=${sequence - 1}&limit=1`)
    return found?.sequence === sequence ? entryLine(found) : undefined
  }

  /** Tells whether a known line is another one now, so that what was gathered from it holds no more. */
  #isOther({ entry }: Line): boolean {
    const known = entryIn(this.#lines, entry.sequence)
    return known !== undefined && JSON.stringify(known.entry) !== JSON.stringify(entry)
  }

  async #begin(): Promise<readonly Line[]> {
    this.#history += 1
    this.#unread = undefined
    this.#lines = (await this.controls.get<EntryJson[]>(`/timeline?last=${PAGE}`)).map(entryLine)
    this.#open = this.#lines.filter(({ entry }) => isOpen(entry)).slice(-OPEN_AT_MOST)
    const first = this.#lines[0]?.entry.sequence
    this.#progress = undefined
    if (this.#lines.length === PAGE && first !== undefined) this.#beginEarlier(first)
    return this.#lines
  }

  #beginEarlier(until: number): void {
    const history = this.#history
    this.#unread = undefined
    this.#progress = 'earlier entries'
    void this.#readEarlier(until, history).catch(() => {
      if (history === this.#history) this.#unread = until
    })
  }

  /** From the beginning up to what is there already. */
  async #readEarlier(until: number, history: number): Promise<void> {
    const earlier: Line[] = []
    for (let since = 0; since < until - 1; ) {
      const page = await this.controls.get<EntryJson[]>(`/timeline?since=${since}&limit=${PAGE}`)
      if (history !== this.#history) return
      const last = page.at(-1)
      const end = this.#lines.at(-1)?.entry.sequence ?? until
      this.#progress = `entries up to ${grouped(last?.sequence ?? since)} of ${grouped(end)}`
      this.update()
      for (const entry of page) if (entry.sequence < until) earlier.push(entryLine(entry))
      if (!last || page.length < PAGE) break
      since = last.sequence
      // Frames are drawn in between, also while a test holds the timers of the page.
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(port1.close())
        port2.postMessage(0)
      })
    }
    this.#progress = undefined
    this.#lines = [...earlier, ...this.#lines].slice(-ENTRIES_AT_MOST)
    this.#open = this.#lines.filter(({ entry }) => isOpen(entry)).slice(-OPEN_AT_MOST)
    this.grown()
  }

  async #since(sequence: number): Promise<Line[]> {
    const found: Line[] = []
    for (let since = Math.max(0, sequence); ; ) {
      const page = await this.controls.get<EntryJson[]>(`/timeline?since=${since}&limit=${PAGE}`)
      for (const entry of page) found.push(entryLine(entry))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return found
      since = last.sequence
    }
  }
}

/** The place of an entry, or of the next one; lines are in order. */
export const placeIn = (lines: readonly Line[], sequence: number): number =>
  countOf(lines.length, (at) => (lines[at] as Line).entry.sequence < sequence)

/** The line of an entry, if it is among them. */
export function entryIn(lines: readonly Line[], sequence: number | undefined): Line | undefined {
  const found = sequence === undefined ? undefined : lines[placeIn(lines, sequence)]
  return found?.entry.sequence === sequence ? found : undefined
}
