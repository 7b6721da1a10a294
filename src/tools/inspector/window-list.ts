import { html, nothing, type TemplateResult } from 'lit/html.js'
import { rendered } from './rendered'
import { listenerOf } from './widgets'

export interface WindowListOptions<T> {
  readonly name: string
  readonly rows: readonly T[]
  /** Its text is the accessible name of the row. */
  readonly row: (one: T) => TemplateResult
  /** The places of rows that have a head above them, in order, and the text of each head. */
  readonly heads: readonly { readonly at: number; readonly text: string }[]
  readonly isSelected: (one: T) => boolean
  readonly activate: (one: T) => void
  /** Selects these rows: instead of all others, besides them, or the other way round. */
  readonly select: (rows: readonly T[], how: 'only' | 'also' | 'toggle') => void
  readonly update: () => void
}

const ROW_HEIGHT = 26
/** In a narrow list a row has two lines. */
const TALL_ROW_HEIGHT = 44
const NARROW = 560
const HEAD_HEIGHT = 24
/** Rows above and below the visible ones, so that a small scroll finds them there. */
const MARGIN = 2

/** A listbox of any length that holds only the visible rows. It is one Tab stop; arrow keys move inside. */
export class WindowList<T> {
  #top = 0
  #height = 400
  #rowHeight = ROW_HEIGHT
  #active = -1
  /** The list shows its end, and follows it. */
  #isAtEnd = true
  #box: Element | undefined
  #watch: ResizeObserver | undefined
  #rows: readonly T[] = []
  #heads: WindowListOptions<T>['heads'] = []
  #wanted: ((one: T) => boolean) | undefined

  render(options: WindowListOptions<T>): TemplateResult {
    const { name, rows, row, heads, isSelected, update } = options
    this.#rows = rows
    this.#heads = heads
    if (this.#wanted) this.#find(this.#wanted)
    if (this.#isAtEnd) queueMicrotask(() => this.#follow())
    // A list that was away scrolls no more when it has fewer rows than before.
    this.#top = Math.min(this.#top, Math.max(0, this.#placeOf(rows.length) - this.#height))
    // Always as many but at the end, so that a step of scrolling writes rows anew and makes none. At the end the first
    // one stays while rows are appended: a row that is being pressed does not move.
    const count = Math.ceil(this.#height / this.#rowHeight) + 1 + 2 * MARGIN
    const first = Math.max(0, this.#rowAt(this.#top) - MARGIN)
    const last = Math.min(rows.length, first + count)
    const shown = rows.slice(first, last)
    const headOf = (at: number): string | undefined => heads[this.#headsUpTo(at) - 1]?.text
    const head = (at: number) => html`<div role="presentation" class="head">${headOf(at)}</div>`
    // The first row that the head at the top does not cover.
    const topmost = this.#rowAt(this.#top + HEAD_HEIGHT - this.#rowHeight) + 1
    const startsHere = (at: number): boolean => heads[this.#headsUpTo(at) - 1]?.at === at
    const begin = this.#placeOf(first) - (startsHere(first) ? HEAD_HEIGHT : 0)
    return html`<div
      class="list ${this.#rowHeight === ROW_HEIGHT ? '' : 'tall'}"
      role="listbox"
      tabindex="0"
      aria-label=${name}
      aria-multiselectable="true"
      aria-activedescendant=${this.#active >= first && this.#active < last ? `row-${this.#active}` : ''}
      ${rendered((box) => this.#attach(box, update))}
      @scroll=${(event: Event) => this.#onScroll(event, update)}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event, options)}
      @pointerenter=${(event: Event) => this.#measure(listenerOf(event), update)}
      @focus=${(event: Event) => this.#measure(listenerOf(event), update)}
    >
      <div role="presentation" class="head at-top">${headOf(topmost)}</div>
      <div role="presentation" class="rows" .style=${`height:${this.#placeOf(rows.length)}px`}>
        <div role="presentation" .style=${`padding-top:${begin}px`}>
          ${shown.map(
            (one, at) =>
              html`${startsHere(first + at) ? head(first + at) : nothing}<div
                role="option"
                class="row ${first + at === this.#active ? 'active' : ''}"
                id=${`row-${first + at}`}
                aria-selected=${isSelected(one)}
                aria-setsize=${rows.length}
                aria-posinset=${first + at + 1}
                @click=${(event: MouseEvent) => this.#choose(first + at, event, options)}
              >
                ${row(one)}
              </div>`,
          )}
        </div>
      </div>
    </div>`
  }

  inView(rows: readonly T[]): readonly T[] {
    return rows.slice(Math.max(0, this.#rowAt(this.#top)), this.#rowAt(this.#top + this.#height) + 1)
  }

  /** The number of heads above a row, its own among them. */
  #headsUpTo(at: number): number {
    return countOf(this.#heads.length, (one) => (this.#heads[one]?.at ?? 0) <= at)
  }

  /** The height at which a row begins, below its head. */
  #placeOf(at: number): number {
    return at * this.#rowHeight + this.#headsUpTo(at) * HEAD_HEIGHT
  }

  /** The row at a height; -1 above the first. */
  #rowAt(height: number): number {
    return countOf(this.#rows.length, (at) => this.#placeOf(at) <= height) - 1
  }

  /** Goes to a row as soon as it is there. */
  reveal(wanted: (one: T) => boolean): void {
    this.#wanted = wanted
  }

  #find(wanted: (one: T) => boolean): void {
    const at = this.#rows.findIndex(wanted)
    if (at < 0) return
    this.#wanted = undefined
    this.#active = at
    this.#show(at, this.#height / 2)
  }

  /** Scrolls a row to a height of the box, once the rows are rendered. */
  #show(at: number, height: number): void {
    this.#isAtEnd = false
    this.#top = Math.max(0, this.#placeOf(at) - height)
    queueMicrotask(() => {
      if (this.#box) this.#box.scrollTop = this.#top
    })
  }

  /** A click selects one row, with Ctrl another one, with Shift all from the one before. */
  #choose(at: number, event: MouseEvent, { rows, activate, select }: WindowListOptions<T>): void {
    const before = this.#active < 0 ? at : this.#active
    this.#active = at
    const one = rows[at]
    if (one === undefined) return
    if (event.shiftKey) select(rows.slice(Math.min(before, at), Math.max(before, at) + 1), 'also')
    else select([one], event.ctrlKey || event.metaKey ? 'toggle' : 'only')
    activate(one)
  }

  #onKey(event: KeyboardEvent, options: WindowListOptions<T>): void {
    const { rows, activate, select, update } = options
    const page = Math.max(1, Math.floor(this.#height / this.#rowHeight) - 1)
    const one = rows[this.#active]
    // Before the first move it is the row above the visible ones.
    const from = this.#active < 0 ? this.#rowAt(this.#top + HEAD_HEIGHT - 1) : this.#active
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = moves[event.key]
    if (to === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (event.key === 'Enter' && one !== undefined) activate(one)
    if (event.key === ' ' && one !== undefined) select([one], 'toggle')
    if (to !== undefined) this.#goTo(Math.min(rows.length - 1, Math.max(0, to)), listenerOf(event))
    update()
  }

  #goTo(at: number, box: Element): void {
    this.#active = at
    const from = this.#placeOf(at)
    // The head of the topmost rows covers what is below it.
    if (from - HEAD_HEIGHT < box.scrollTop) box.scrollTop = from - HEAD_HEIGHT
    if (from + this.#rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = from + this.#rowHeight - box.clientHeight
    this.#readScroll(box)
  }

  #onScroll(event: Event, update: () => void): void {
    this.#readScroll(listenerOf(event))
    update()
  }

  #readScroll(box: Element): void {
    this.#box = box
    this.#top = box.scrollTop
    this.#height = box.clientHeight
    // Places are fractions where the page is zoomed.
    this.#isAtEnd = box.scrollTop + box.clientHeight >= this.#placeOf(this.#rows.length) - 2
  }

  /** Called before the list has its rows. */
  #attach(box: Element, update: () => void): void {
    if (box === this.#box) return
    this.#box = box
    this.#watch?.disconnect()
    this.#watch = new ResizeObserver(() => this.#measure(box, update))
    this.#watch.observe(box)
    queueMicrotask(() => {
      this.#measure(box, update)
      if (this.#isAtEnd) this.#follow()
      else box.scrollTop = this.#top
    })
  }

  #measure(box: Element, update: () => void): void {
    const rowHeight = box.clientWidth <= NARROW ? TALL_ROW_HEIGHT : ROW_HEIGHT
    const isSame = box.clientHeight === this.#height && rowHeight === this.#rowHeight
    if (box.clientHeight === 0 || isSame) return
    // Rows that get another height leave in view what was seen.
    const active = this.#placeOf(this.#active) - this.#top
    const isActiveSeen = this.#active >= 0 && active >= 0 && active < this.#height
    const [at, place] = isActiveSeen ? [this.#active, active] : [this.#rowAt(this.#top), HEAD_HEIGHT]
    // So does a list that becomes lower, above the details of a row.
    const isOther = rowHeight !== this.#rowHeight
    const keeps = isActiveSeen ? isOther || box.clientHeight < this.#height : isOther && !this.#isAtEnd
    this.#height = box.clientHeight
    this.#rowHeight = rowHeight
    update()
    if (keeps) this.#show(Math.max(0, at), Math.min(place, this.#height - rowHeight))
  }

  /** No row leaves a pressed pointer. A list that has just become lower first finds its active row again. */
  #follow(): void {
    const box = this.#box
    if (box && !box.matches(':active') && !(this.#active >= 0 && box.clientHeight < this.#height))
      box.scrollTop = box.scrollHeight
  }
}

/** Counts the first of so many places, up to the first that does not hold. */
export function countOf(places: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, places]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) from = middle + 1
    else to = middle
  }
  return from
}
