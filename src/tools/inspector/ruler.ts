import { html, nothing, svg, type TemplateResult } from 'lit/html.js'
import type { Line } from './entries'
import { incremental } from './gathered'
import { instantText } from './instants'
import { styled } from './styled'
import type { Range } from './time-range'

/** Columns in which marks are drawn once. */
const COLUMNS = 500
const HEIGHT = 22

/** The kinds of marks: name, and the range that the marks reach over. */
const MARKS = [
  ['clock', 'jumps of the clock', 0, HEIGHT, ({ entry }: Line) => entry.kind === 'clock'],
  ['delivery', 'deliveries', 14, 20, ({ entry }: Line) => entry.kind === 'delivery'],
  ['error', 'errors', 3, 12, ({ tone }: Line) => tone === 'bad' || tone === 'odd'],
] as const

/**
 * The timeline in a strip, by order: what took no time is seen, too. A part of it that is dragged over is shown alone.
 */
export class Ruler {
  readonly #chosen: (range: Range) => void
  readonly #update: () => void
  #lines: readonly Line[] = []
  /** The lines of each kind of mark. */
  readonly #places = incremental(
    (): number[][] => MARKS.map(() => []),
    (places, line, at) => {
      for (const [kind, [, , , , isMarked]] of MARKS.entries()) if (isMarked(line)) places[kind]?.push(at)
    },
    (places) => places,
  )
  /** The beginning of a drag and its place now, from 0 to 1. */
  #drag: readonly [number, number] | undefined
  #marks: readonly (readonly [name: string, title: string, count: number, path: string])[] = []

  constructor(chosen: (range: Range) => void, update: () => void) {
    this.#chosen = chosen
    this.#update = update
  }

  render(lines: readonly Line[]): TemplateResult | typeof nothing {
    if (lines !== this.#lines) this.#read(lines)
    const [first, last] = [lines[0], lines.at(-1)]
    if (!first || !last || lines.length < 2) return nothing
    const [from, to] = [first.entry.at, last.entry.at]
    const counts = this.#marks.map(([, title, count]) => `${count} ${title}`).join(', ')
    const [begin = 0, end = 0] = [...(this.#drag ?? [])].sort((a, b) => a - b)
    const part = { left: `${begin * 100}%`, width: `${(end - begin) * 100}%` }
    return html`<div class="ruler">
      <div
        class="strip"
        title="Drag to see a part of the time"
        @pointerdown=${(event: PointerEvent) => this.#begin(event)}
        @pointermove=${(event: PointerEvent) => this.#move(event)}
        @pointerup=${() => this.#end()}
      >
        <svg role="img" aria-label="${lines.length} entries: ${counts}" viewBox="0 0 ${COLUMNS} ${HEIGHT}"
          preserveAspectRatio="none">
          ${this.#marks.map(([name, , , path]) => svg`<path class="mark-${name}" d=${path} />`)}
        </svg>
        ${this.#drag ? html`<span class="dragged" ${styled(part)}></span>` : nothing}
      </div>
      <p class="axis-x"><span>${instantText(from)}</span>
        <span class="legend">${this.#marks.map(([name, title, count]) =>
          count > 0 ? html`<span class="key mark-${name}">${count} ${title}</span>` : nothing,
        )}</span>
        <span>${instantText(to, from)}</span></p>
    </div>`
  }

  #read(lines: readonly Line[]): void {
    this.#lines = lines
    const places = this.#places(lines)
    this.#marks = MARKS.map(([name, title, top, bottom], kind) => {
      const own = places[kind] ?? []
      const columns = new Set(own.map((at) => Math.floor((COLUMNS * at) / lines.length)))
      const path = [...columns].map((column) => `M${column + 0.5} ${top}V${bottom}`).join('')
      return [name, title, own.length, path]
    })
  }

  #begin(event: PointerEvent): void {
    ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
    this.#drag = [pointerPlace(event), pointerPlace(event)]
  }

  #move(event: PointerEvent): void {
    if (!this.#drag) return
    this.#drag = [this.#drag[0], pointerPlace(event)]
    this.#update()
  }

  #end(): void {
    const [begin = 0, end = 0] = [...(this.#drag ?? [])].sort((a, b) => a - b)
    this.#drag = undefined
    const lineAt = (place: number): Line | undefined =>
      this.#lines[Math.min(this.#lines.length - 1, Math.floor(place * this.#lines.length))]
    const [from, to] = [lineAt(begin), lineAt(end)]
    if (from && to && end - begin > 0.005) this.#chosen({ from: from.entry.at, to: to.entry.at })
    else this.#update()
  }
}

function pointerPlace({ currentTarget, clientX }: PointerEvent): number {
  const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / width))
}
