import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { EntryJson, Line } from './entries'
import { pauseBefore } from './tries'
import { spanText } from './widgets'
import { countOf } from './window-list'

/** From when to when something took; milliseconds since 1970. */
interface Span {
  readonly from: number
  readonly to: number
}

/** The end of an entry: held responses come later, and moves of the clock take what they move. */
function spanOf({ at, ended, to, from, kind, outcome }: EntryJson, now: number): Span {
  const begin = Date.parse(typeof from === 'string' && kind === 'clock' ? from : at)
  const end = kind === 'clock' ? to : ended
  if (typeof end === 'string') return { from: begin, to: Math.max(begin, Date.parse(end)) }
  return { from: begin, to: kind === 'request' && outcome === 'held' ? now : begin }
}

/**
 * The places of instants in a strip, from 0 to 1. A pause takes as much room as its logarithm, so that five days of
 * silence leave room for the seconds around them.
 */
class Scale {
  readonly #instants: readonly number[]
  readonly #places: readonly number[]

  constructor(instants: Iterable<number>) {
    const sorted = Float64Array.from(new Set(instants)).sort()
    const places: number[] = []
    let sum = 0
    for (const [at, instant] of sorted.entries()) {
      if (at > 0) sum += Math.log1p((instant - (sorted[at - 1] ?? 0)) / 1000)
      places.push(sum)
    }
    this.#instants = [...sorted]
    this.#places = places.map((place) => (sum === 0 ? 0 : place / sum))
  }

  placeOf(instant: number): number {
    const place = countOf(this.#instants.length, (at) => (this.#instants[at] ?? 0) < instant)
    return this.#places[place] ?? this.#places.at(-1) ?? 0
  }
}

/** The scale of some lines, with the instants at which they ended. */
export function scaleOf(lines: readonly Line[]): { readonly scale: Scale; readonly now: number } {
  const now = Date.parse(lines.at(-1)?.entry.at ?? '')
  const spans = lines.map(({ entry }) => spanOf(entry, now))
  return { scale: new Scale(spans.flatMap(({ from, to }) => [from, to])), now }
}

/** The strip of one line: how long it took, and how long the client had waited before. */
export function lane(
  line: Line,
  tries: readonly Line[] | undefined,
  { scale, now }: ReturnType<typeof scaleOf>,
): TemplateResult {
  const { from, to } = spanOf(line.entry, now)
  const pause = tries && pauseBefore(tries, line)
  const bar = (kind: string, span: Span, title: string): TemplateResult => {
    const [left, right] = [scale.placeOf(span.from), scale.placeOf(span.to)]
    // The last one has its room, too.
    const style = `left:calc((100% - 4px) * ${left});width:calc((100% - 4px) * ${right - left} + 4px)`
    return html`<span class="bar-of ${kind}" title=${title} .style=${style}></span>`
  }
  const state = line.entry.kind === 'request' ? String(line.entry.outcome) : line.entry.kind
  return html`<span class="lane">
    ${pause ? bar('waited', { from: from - pause, to: from }, `the client waited ${spanText(pause)}`) : nothing}
    ${bar(`${line.tone} ${state}`, { from, to }, `${state}${to > from ? `, ${spanText(to - from)}` : ''}`)}
  </span>`
}
