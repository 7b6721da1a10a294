import { html, nothing, type TemplateResult } from 'lit/html.js'
import { grouped } from './amounts'

export type Cell = string | number | boolean | null | TemplateResult

export interface TableOptions {
  /** Long texts take several lines. */
  readonly isMultiline?: boolean
  /** In a narrow panel a row is a block, where each cell tells its column. */
  readonly isBlockWhenNarrow?: boolean
  /** Rows below the others, such as sums. */
  readonly totals?: readonly (readonly Cell[])[]
  /** The row that a link has led to. */
  readonly isRevealed?: (at: number) => boolean
  /** The row whose details are shown. */
  readonly isOpened?: (at: number) => boolean
  /** A click anywhere in a row presses its first button. */
  readonly opensByRow?: boolean
  /** The head of a column, by default its name. */
  readonly head?: (column: string) => Cell
}

/** A table of plain rows. */
export const dataTable = (
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  {
    isMultiline = false,
    isBlockWhenNarrow = false,
    totals = [],
    isRevealed = () => false,
    isOpened = () => false,
    opensByRow = false,
    head = (column) => column,
  }: TableOptions = {},
): TemplateResult => {
  const [wraps, stacks] = [isMultiline ? 'wraps' : '', isBlockWhenNarrow ? 'stacks' : '']
  const classes = `${wraps} ${stacks} ${opensByRow ? 'opens' : ''}`
  const labels = isBlockWhenNarrow ? columns : []
  return html`<table aria-label=${name} class=${classes}>
    <thead>
      <tr>
        ${columns.map((column, at) => html`<th scope="col" class=${kindOf(rows[0]?.[at])}>${head(column)}</th>`)}
      </tr>
    </thead>
    <tbody @click=${opensByRow ? pressInRow : nothing}>
      ${rows.map(
        (cells, at) =>
          html`<tr class=${isRevealed(at) ? 'revealed' : ''} tabindex="-1" ?data-revealed=${isRevealed(at)}
            aria-current=${isOpened(at) ? 'true' : nothing}>
            ${cellsOf(cells, labels)}
          </tr>`,
      )}
    </tbody>
    ${
      totals.length === 0
        ? nothing
        : html`<tfoot>${totals.map((cells) => html`<tr>${cellsOf(cells, labels)}</tr>`)}</tfoot>`
    }
  </table>`
}

function pressInRow({ target }: Event): void {
  const element = target as Element
  if (!element.closest('button')) element.closest('tr')?.querySelector('button')?.click()
}

/** @param names the columns, where each cell tells its own */
const cellsOf = (cells: readonly Cell[], names: readonly string[]): readonly TemplateResult[] =>
  cells.map(
    (cell, column) =>
      html`<td class=${kindOf(cell)} data-name=${names[column] ?? nothing} title=${hint(cell)}>${textOf(cell)}</td>`,
  )

const AMOUNT = /^-?\d+\.\d\d$/
const DAY = /^\d{4}-\d\d-\d\d$/
const LONG = 40

function kindOf(cell: Cell | undefined): string {
  if (typeof cell === 'number') return 'amount'
  if (typeof cell !== 'string') return ''
  if (DAY.test(cell)) return 'day'
  return AMOUNT.test(cell) ? 'amount' : ''
}

/** A long text may be cut off. */
const hint = (cell: Cell): string => (typeof cell === 'string' && cell.length > LONG ? cell : '')

const textOf = (cell: Cell): Cell => {
  if (typeof cell === 'boolean') return String(cell)
  return typeof cell === 'string' && kindOf(cell) === 'amount' ? grouped(cell) : (cell ?? '')
}
