import { html, nothing, svg, type TemplateResult } from 'lit/html.js'
import { counted, grouped } from './amounts'
import { isError, type Line } from './entries'
import { incremental, memoizeLast } from './incremental'
import {
  ABOVE,
  BELOW,
  bars,
  type Counted,
  type Drawn,
  HEIGHT,
  highest,
  outline,
  type StripPart,
} from './ruler-drawing'
import type { Range } from './time-range'
import { daysOf } from './timeline-row'
import { placeIn } from './timeline-source'
import { dayText, instantText, listenerOf } from './widgets'
import { countOf } from './window-list'

const BUCKETS = 120
/** A click so many buckets beside one with entries still means it. */
const NEAR = 4
const WORDS: Readonly<Record<Drawn, string>> = {
  good: 'answered or held',
  odd: '4xx',
  bad: '5xx',
  lost: 'no response',
  delivered: 'delivered',
  undelivered: 'not delivered',
}

/** The counts below the strip, each with its words for one and for several. */
const TOLD = [
  ['clock', 'jump of the clock', 'jumps of the clock'],
  ['delivery', 'delivery', 'deliveries'],
  ['error', 'error', 'errors'],
  ['return', 'return', 'returns'],
] as const

function drawnAs({ entry: { kind, outcome }, tone }: Line): Drawn | undefined {
  if (kind === 'delivery') return tone === 'good' ? 'delivered' : 'undelivered'
  if (kind !== 'request') return undefined
  if (outcome === 'lost' || outcome === 'aborted') return 'lost'
  return tone === 'quiet' ? 'good' : tone
}

/** The places of the lines of each kind, in order. */
const placesByKind = () =>
  incremental(
    () =>
      new Map<unknown, number[]>(
        [...ABOVE, ...BELOW, ...TOLD.map(([name]) => name)].map((name: Counted) => [name, []]),
      ),
    (places, line, at) => {
      const { kind, move } = line.entry
      // The world went back to another state by a restore.
      for (const name of [drawnAs(line), kind, isError(line) && 'error', move === 'restore' && 'return'])
        places.get(name)?.push(at)
    },
    (places) => places as ReadonlyMap<Counted, readonly number[]>,
  )

interface Places {
  sum: number
  last: number
  /** The time that had passed before each line, where a pause counts as its logarithm. */
  readonly passed: number[]
}

/** The actions of the strip on the timeline. */
export interface RulerActs {
  choose(range: Range): void
  reveal(sequence: number): void
  update(): void
}

/**
 * The timeline as a histogram: requests upwards by how they ended, deliveries downwards. A place is half time and half
 * order, so that pauses are seen as gaps and what happened at one instant has room. A part that is dragged over is
 * shown alone; a click and Enter lead to the first error of a bucket.
 */
export class Ruler {
  #buckets: readonly StripPart[] = []
  /** The beginning of a drag and its present place, from 0 to 1. */
  #drag: readonly [number, number] | undefined
  /** The buckets that the keyboard has chosen: where that began, and where it is. */
  #window: readonly [number, number] | undefined
  readonly #places = incremental(
    (): Places => ({ sum: 0, last: Number.NaN, passed: [] }),
    (places, line) => {
      const at = Date.parse(line.entry.at)
      places.sum += at > places.last ? Math.log1p((at - places.last) / 1000) : 0
      places.last = at
      places.passed.push(places.sum)
    },
    (places) => places,
  )
  readonly #kinds = placesByKind()
  readonly #foundKinds = placesByKind()
  readonly #all = memoizeLast((lines: readonly Line[]) => this.#bucketsOf(lines, lines, this.#kinds))
  readonly #matching = memoizeLast((lines: readonly Line[], found: readonly Line[]) =>
    lines === found ? this.#all(lines) : this.#bucketsOf(lines, found, this.#foundKinds),
  )

  // A step of scrolling draws nothing of it again.
  readonly #drawing = memoizeLast((all: readonly StripPart[], matching: readonly StripPart[]) => [
    svg`<path class="drawn-all" d=${outline(all)} />`,
    ...bars(matching, highest(all)),
    ...all.flatMap(({ counts }, at) =>
      counts.has('return') ? svg`<path class="drawn-back" d="M${at} 0h.5v${HEIGHT}h-.5z" />` : [],
    ),
    ...all.map(
      (bucket, at) => svg`<rect class="touch" x=${at} width="1" height=${HEIGHT}>
        <title>${textOf(bucket)}</title></rect>`,
    ),
  ])

  constructor(private readonly acts: RulerActs) {}

  /**
   * @param found the lines that the filter shows and no restore has undone, which alone have colours
   * @param opened the line whose details are shown
   */
  render(
    lines: readonly Line[],
    found: readonly Line[],
    note: string,
    opened: Line | undefined,
  ): TemplateResult | typeof nothing {
    const [first, last] = [lines[0], lines.at(-1)]
    if (!first || !last || lines.length < 2) return nothing
    this.#buckets = this.#all(lines)
    const kinds = this.#kinds(lines)
    const told = TOLD.flatMap(([name, one, many]) => {
      const count = kinds.get(name)?.length ?? 0
      return name === 'return' && count === 0 ? [] : counted(count, one, many)
    })
    const drawn = [...ABOVE, ...BELOW].filter((name) => this.#buckets.some((one) => one.counts.has(name)))
    return html`<div class="ruler">
      <div
        class="strip"
        title="Drag to see a part of the time; click for the first error"
        @pointerdown=${(event: PointerEvent) => this.#begin(event)}
        @pointermove=${(event: PointerEvent) => this.#move(event)}
        @pointerup=${() => this.#end()}
      >
        <svg role="img" aria-label="${grouped(lines.length)} entries: ${told.join(', ')}"
          viewBox="0 0 ${BUCKETS} ${HEIGHT}" preserveAspectRatio="none">
          ${this.#drawing(this.#buckets, this.#matching(lines, found))}
        </svg>
        ${opened ? this.#mark(lines, opened) : nothing}
        ${this.#handle()}
      </div>
      <p class="axis-x"><span>${instantText(first.entry.at)}</span>
        ${daysIn(this.#buckets).map(
          ({ at, text }) => html`<span class="day" .style=${`left:${(100 * at) / BUCKETS}%`}>${text}</span>`,
        )}
        <span>${instantText(last.entry.at, first.entry.at)}</span></p>
      <p class="legend">${drawn.map((name) => html`<span class="key drawn-${name}">${WORDS[name]}</span>`)}
        ${told.length < TOLD.length ? nothing : html`<span class="key drawn-back">went back</span>`}
        <span class="quiet">${told.join(', ')}${note === '' ? '' : `. ${note}`}</span></p>
    </div>`
  }

  /** Places rise with the lines, so a bucket is found without looking at each of them. */
  #bucketsOf(
    lines: readonly Line[],
    some: readonly Line[],
    kindsOf: ReturnType<typeof placesByKind>,
  ): readonly StripPart[] {
    const kinds = [...kindsOf(some)].map(([name, places]) => ({ name, places, before: 0 }))
    const beginOf = (bucket: number): number => {
      const place = countOf(lines.length, (at) => bucketAt(this.#placeOf(lines, at)) < bucket)
      const line = lines[place]
      return line ? placeIn(some, line.entry.sequence) : some.length
    }
    let end = 0
    return Array.from({ length: BUCKETS }, (_, at): StripPart => {
      const begin = end
      end = beginOf(at + 1)
      const counts = kinds.map((kind) => {
        const { name, places, before } = kind
        kind.before = countOf(places.length, (nth) => (places[nth] as number) < end)
        return [name, kind.before - before] as const
      })
      return { lines: some.slice(begin, end), counts: new Map(counts.filter(([, count]) => count > 0)) }
    })
  }

  #mark(lines: readonly Line[], opened: Line): TemplateResult {
    const place = 100 * this.#placeOf(lines, placeIn(lines, opened.entry.sequence))
    return html`<span class="mark" .style=${`left:calc(${place}% - 1px)`}></span>`
  }

  /** From 0 to 1. */
  #placeOf(lines: readonly Line[], at: number): number {
    const { passed, sum } = this.#places(lines)
    return (at / lines.length + (sum === 0 ? at / lines.length : (passed[at] ?? 0) / sum)) / 2
  }

  /** The part that the keyboard moves and that a drag covers. */
  #handle(): TemplateResult {
    const [from, to] = this.#chosen() ?? [0, -1]
    const at = this.#window?.[1]
    const part = `left:${(100 * from) / BUCKETS}%;width:${(100 * (to - from + 1)) / BUCKETS}%`
    return html`<span class="dragged" role="slider" tabindex="0" aria-label="Overview" aria-valuemin="1"
      aria-valuemax=${BUCKETS} aria-valuenow=${(at ?? 0) + 1}
      aria-valuetext=${at === undefined ? 'nothing chosen' : textOf(this.#buckets[at])}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event)} .style=${part}></span>`
  }

  #chosen(): readonly [number, number] | undefined {
    const [begin, end] = this.#drag?.map(bucketAt) ?? this.#window ?? []
    return begin === undefined || end === undefined ? undefined : [Math.min(begin, end), Math.max(begin, end)]
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) this.#act()
    else this.#step(step, event.shiftKey)
    this.acts.update()
  }

  /** To the next bucket that holds something; with Shift, up to it. */
  #step(step: number, isFurther: boolean): void {
    const [begin, now] = this.#window ?? [0, -1]
    let at = now + step
    while (this.#buckets[at]?.lines.length === 0) at += step
    if (this.#buckets[at]) this.#window = isFurther && this.#window ? [begin, at] : [at, at]
  }

  #begin(event: PointerEvent): void {
    listenerOf(event).setPointerCapture(event.pointerId)
    this.#drag = [pointerPlace(event), pointerPlace(event)]
  }

  #move(event: PointerEvent): void {
    if (!this.#drag) return
    this.#drag = [this.#drag[0], pointerPlace(event)]
    this.acts.update()
  }

  #end(): void {
    if (this.#drag) this.#act()
    this.#drag = undefined
    this.acts.update()
  }

  /** One bucket leads to its first error, several are a part of the time. */
  #act(): void {
    const [from, to] = this.#chosen() ?? [0, -1]
    const own = this.#buckets.slice(from, to + 1).flatMap(({ lines }) => lines)
    const [first, last] = [own[0], own.at(-1)]
    if (from < to && first && last) this.acts.choose({ from: first.entry.at, to: last.entry.at })
    else if (from === to) this.#reveal(from)
    this.#window = undefined
  }

  /** A bar is narrow, so a place near it means it. */
  #reveal(at: number): void {
    const near = Array.from({ length: NEAR + 1 }, (_, apart) => [at - apart, at + apart]).flat()
    const lines = near.map((place) => this.#buckets[place]?.lines ?? []).find((some) => some.length > 0) ?? []
    const meant = lines.find(isError) ?? lines[0]
    if (meant) this.acts.reveal(meant.entry.sequence)
  }
}

/** So many buckets are the widest day, and the instants at both ends, where the strip is narrowest. */
const DAY = 10
const INSTANT = 18

/** The buckets in which a further day begins, with its name where there is room for it. */
function daysIn(buckets: readonly StripPart[]) {
  const firsts = buckets.flatMap(({ lines: [first] }, at) => (first ? [{ ...first, at }] : []))
  let free = INSTANT
  const further = daysOf(firsts).slice(1)
  return further.map(({ at: nth }) => {
    const { at = 0, entry } = firsts[nth] ?? {}
    const hasRoom = at >= free && at <= BUCKETS - INSTANT - DAY
    if (hasRoom) free = at + DAY
    return { at, text: hasRoom && entry ? dayText(entry.at) : '' }
  })
}

function textOf(bucket: StripPart | undefined): string {
  const [first, last] = [bucket?.lines[0], bucket?.lines.at(-1)]
  if (!bucket || !first || !last) return 'nothing'
  const [from, to] = [instantText(first.entry.at), instantText(last.entry.at, first.entry.at)]
  const span = from === to ? from : `${from} to ${to}`
  const errors = bucket.counts.get('error') ?? 0
  return `${span}: ${counted(bucket.lines.length, 'entry', 'entries')}, ${counted(errors, 'error', 'errors')}`
}

const bucketAt = (place: number): number => Math.min(BUCKETS - 1, Math.floor(place * BUCKETS))

function pointerPlace(event: PointerEvent): number {
  const { left, width } = listenerOf(event).getBoundingClientRect()
  return Math.min(1, Math.max(0, (event.clientX - left) / width))
}
