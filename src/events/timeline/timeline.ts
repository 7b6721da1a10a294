import { refuseSurplus } from '../../errors/at-caller'
import { number as readNumber } from '../../errors/reader'
import { synchronous } from '../../errors/synchronous'
import { masked } from '../../kernel/masked'
import { didYouMean } from '../../kernel/nearest-name'
import { containing, timelineFilter } from '../filter/timeline-filter'
import type { TimelineEntry } from './timeline-entry'
import { timelinePage } from './timeline-page'
import { timelineText } from './timeline-text'

/**
 * Everything that happened so far, in order, as an array: requests, deliveries, moves of the clock, steps of
 * scenarios, writes of the host, work of the clock. Text and page mask keys and secrets; the entries do not.
 */
export class Timeline extends Array<TimelineEntry> {
  // filter and map return ordinary arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  readonly #secrets: () => readonly string[]
  readonly #nothing: () => string

  /**
   * @param nothing the text while there are no entries
   * @internal
   */
  constructor(
    entries: readonly TimelineEntry[],
    secrets: () => readonly string[],
    nothing = () => 'nothing happened so far',
  ) {
    super()
    for (const entry of entries) this.push(entry)
    this.#secrets = secrets
    this.#nothing = nothing
  }

  /**
   * The entries that match a filter (docs/timeline.md), again as a timeline with a text and a page. With a
   * function, works like the filter of arrays.
   * @throws OptionError for an unknown field or a wrong value
   * @example
   * simulator.timeline.filter('status>=400 -health')
   * simulator.timeline.filter('record:invoice/7 | kind:delivery')
   */
  override filter(text: string): Timeline
  override filter<S extends TimelineEntry>(
    predicate: (entry: TimelineEntry, index: number, all: TimelineEntry[]) => entry is S,
    self?: unknown,
  ): S[]
  override filter(
    predicate: (entry: TimelineEntry, index: number, all: TimelineEntry[]) => unknown,
    self?: unknown,
  ): TimelineEntry[]
  override filter(
    asked: string | ((entry: TimelineEntry, index: number, all: TimelineEntry[]) => unknown),
    self?: unknown,
  ): TimelineEntry[] {
    if (typeof asked === 'function') return super.filter(synchronous('filter', asked), self)
    refuseSurplus(this.filter, arguments, 1, 'timeline.filter')
    const matches = timelineFilter(asked, this.at(-1)?.at ?? '')
    const found: TimelineEntry[] = []
    // The filter of arrays is slower than a loop for a subclass.
    for (const entry of this) if (matches(entry)) found.push(entry)
    return new Timeline(found, this.#secrets, () => this.#unlike(asked))
  }

  /** The entries after that sequence number. */
  since(sequence: number): TimelineEntry[] {
    refuseSurplus(this.since, arguments, 1, 'timeline.since')
    readNumber(sequence, 'sequence')
    return this.filter((entry) => entry.sequence > sequence)
  }

  /** The timeline for people, one entry a line, grouped by date. */
  override toString(): string {
    if (this.length === 0) return this.#nothing()
    return timelineText(this, this.#shown())
  }

  /**
   * The text, with the first of many consecutive equal requests and the count of the others.
   * @internal
   */
  folded(): string {
    return this.length === 0 ? this.#nothing() : timelineText(this, this.#shown(), FOLDED_FROM)
  }

  /** The timeline as one self-contained HTML file. */
  toHtml(): string {
    refuseSurplus(this.toHtml, arguments, 0, 'timeline.toHtml')
    return timelinePage(this, this.#shown())
  }

  /** The text for a filter that matches nothing, with similar words that exist. */
  #unlike(filter: string): string {
    if (this.length === 0) return this.#nothing()
    const text = String(this)
    const strange = filter.match(TERM)?.filter((word) => !containing(word)(text)) ?? []
    const known = new Set(text.match(/[a-z]{4,}/gi))
    const meant = strange.map((word) => didYouMean(word, known)).join('')
    return `nothing fits '${filter}'${meant}`
  }

  #shown(): (text: string) => string {
    const secrets = this.#secrets()
    return (text) => masked(text, secrets)
  }
}

/** A folded run of three needs as many lines as the three. */
const FOLDED_FROM = 4

/** A word of a filter, but not the name of a field. */
const TERM = /\b[a-z]{4,}\b(?![:<>=])/gi

/** Merges two ordered lists. */
export function entriesInOrder(
  one: readonly TimelineEntry[],
  other: readonly TimelineEntry[],
): TimelineEntry[] {
  return [...one, ...other].sort((a, b) => a.sequence - b.sequence)
}
