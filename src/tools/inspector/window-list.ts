import { ref } from 'lit/directives/ref.js'
import { html, type TemplateResult } from 'lit/html.js'
import { styled } from './styled'

export interface WindowListOptions<T> {
  readonly name: string
  readonly rows: readonly T[]
  /** Its text is the accessible name of the row. */
  readonly row: (one: T) => TemplateResult
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
/** Rows above and below the visible ones, so that a small scroll finds them there. */
const MARGIN = 4

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
  #wanted: ((one: T) => boolean) | undefined

  render(options: WindowListOptions<T>): TemplateResult {
    const { name, rows, row, isSelected, update } = options
    this.#rows = rows
    if (this.#wanted) this.#find(this.#wanted)
    if (this.#isAtEnd) queueMicrotask(() => this.#follow())
    // A list that was away scrolls no more when it has fewer rows than before.
    this.#top = Math.min(this.#top, Math.max(0, rows.length * this.#rowHeight - this.#height))
    const first = Math.max(0, Math.floor(this.#top / this.#rowHeight) - MARGIN)
    const last = Math.min(rows.length, Math.ceil((this.#top + this.#height) / this.#rowHeight) + MARGIN)
    const shown = rows.slice(first, last)
    return html`<div
      class="list ${this.#rowHeight === ROW_HEIGHT ? '' : 'tall'}"
      role="listbox"
      tabindex="0"
      aria-label=${name}
      aria-multiselectable="true"
      aria-activedescendant=${this.#active >= first && this.#active < last ? `row-${this.#active}` : ''}
      ${ref((box) => this.#attach(box, update))}
      @scroll=${(event: Event) => this.#onScroll(event, update)}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event, options)}
      @pointerenter=${(event: Event) => this.#measure(event.currentTarget as Element, update)}
      @focus=${(event: Event) => this.#measure(event.currentTarget as Element, update)}
    >
      <div role="presentation" class="rows" ${styled({ height: `${rows.length * this.#rowHeight}px` })}>
        <div role="presentation" ${styled({ transform: `translateY(${first * this.#rowHeight}px)` })}>
          ${shown.map(
            (one, at) =>
              html`<div
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

  /** The rows that can be seen. */
  inView(rows: readonly T[]): readonly T[] {
    const first = Math.floor(this.#top / this.#rowHeight)
    return rows.slice(first, Math.ceil((this.#top + this.#height) / this.#rowHeight))
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
    this.#isAtEnd = false
    this.#top = Math.max(0, at * this.#rowHeight - this.#height / 2)
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
    const from = this.#active < 0 ? Math.ceil(this.#top / this.#rowHeight) - 1 : this.#active
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
    if (to !== undefined)
      this.#goTo(Math.min(rows.length - 1, Math.max(0, to)), event.currentTarget as Element)
    update()
  }

  #goTo(at: number, box: Element): void {
    this.#active = at
    const from = at * this.#rowHeight
    if (from < box.scrollTop) box.scrollTop = from
    if (from + this.#rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = from + this.#rowHeight - box.clientHeight
    this.#readScroll(box)
  }

  #onScroll(event: Event, update: () => void): void {
    this.#readScroll(event.currentTarget as Element)
    update()
  }

  #readScroll(box: Element): void {
    this.#box = box
    this.#top = box.scrollTop
    this.#height = box.clientHeight
    this.#isAtEnd = box.scrollTop + box.clientHeight >= (this.#rows.length - 1) * this.#rowHeight
  }

  /** Called before the list has its rows. */
  #attach(box: Element | undefined, update: () => void): void {
    if (!box || box === this.#box) return
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
    this.#height = box.clientHeight
    this.#rowHeight = rowHeight
    update()
  }

  #follow(): void {
    if (this.#box) this.#box.scrollTop = this.#rows.length * this.#rowHeight
  }
}
