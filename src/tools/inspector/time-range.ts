import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Line } from './entries'
import { fitting, memoizeLast } from './incremental'
import { instantText } from './widgets'

export interface Range {
  readonly from: string
  readonly to: string
}

/** A part of the time, which every view shows alone. */
export class ChosenRange {
  #range: Range | undefined
  readonly #within = memoizeLast((_range: Range) => fitting(({ entry }) => this.holds(entry.at)))

  constructor(private readonly update: () => void) {}

  get current(): Range | undefined {
    return this.#range
  }

  choose(range: Range | undefined): void {
    this.#range = range
    this.update()
  }

  holds(at: string): boolean {
    return !this.#range || (at >= this.#range.from && at <= this.#range.to)
  }

  of(lines: readonly Line[]): readonly Line[] {
    return this.#range ? this.#within(this.#range)(lines) : lines
  }

  render(): TemplateResult | typeof nothing {
    const range = this.#range
    if (!range) return nothing
    return html`<p class="bar range">
      <span class="quiet">Only</span>
      <button type="button" aria-pressed="true" title="Show all the time" @click=${() => this.choose(undefined)}>
        ${instantText(range.from)} to ${instantText(range.to, range.from)} ✕
      </button>
    </p>`
  }
}
