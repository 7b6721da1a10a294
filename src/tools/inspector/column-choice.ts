import { html, type TemplateResult } from 'lit/html.js'
import { columnsOf, fittingColumns, type RecordJson, type RecordType } from './record-columns'

/** Pixels to both sides of the table. */
const PADDING = 16

/** The columns of tables of records: those that somebody chose, or those that fit. */
export class ColumnChoice {
  /** By record type. */
  readonly #picked = new Map<string, readonly string[]>()
  /** Pixels that the table has. */
  #width = 0

  constructor(private readonly update: () => void) {}

  of(type: RecordType, rows: readonly RecordJson[]): readonly string[] {
    const picked = this.#picked.get(type.name) ?? []
    return picked.length > 0
      ? picked
      : fittingColumns([type.identifier, ...columnsOf(type)], rows, this.#width)
  }

  readonly measure = (box: Element): void => {
    const now = box.clientWidth - PADDING
    if (now === this.#width) return
    this.#width = now
    this.update()
  }

  picker(type: RecordType): TemplateResult {
    return html`<details class="menu">
      <summary>Columns</summary>
      <div role="group" aria-label="Columns of the table">
        <p class="quiet">Without a choice, those that fit and have values are shown.</p>
        ${columnsOf(type).map(
          (column) =>
            html`<label><input type="checkbox" .checked=${this.#picked.get(type.name)?.includes(column) ?? false}
              @change=${() => this.#pick(type, column)} />${column}</label>`,
        )}
      </div>
    </details>`
  }

  /** In their order, whatever the order in which they were chosen. */
  #pick(type: RecordType, column: string): void {
    const now = this.#picked.get(type.name) ?? []
    const next = now.includes(column) ? now.filter((one) => one !== column) : [...now, column]
    this.#picked.set(
      type.name,
      columnsOf(type).filter((one) => next.includes(one)),
    )
    this.update()
  }
}
