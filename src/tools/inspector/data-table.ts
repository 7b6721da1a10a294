import { html, nothing, type TemplateResult } from 'lit'

export type Cell = string | number | boolean | null | TemplateResult

export interface TableOptions {
  /** Long texts take several lines. */
  readonly wraps?: boolean
  /** In a narrow panel a row is a block, where each cell tells its column. */
  readonly stacks?: boolean
  /** A narrow panel shows the first columns only; the least come last. */
  readonly drops?: boolean
  /** The row that a link has led to. */
  readonly isRevealed?: (at: number) => boolean
}

/** A table of plain rows. */
export const dataTable = (
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  { wraps = false, stacks = false, drops = false, isRevealed = () => false }: TableOptions = {},
): TemplateResult =>
  html`<table aria-label=${name} class="${wraps ? 'wraps' : ''} ${stacks ? 'stacks' : ''} ${drops ? 'drops' : ''}">
    <thead>
      <tr>
        ${columns.map((column, at) => html`<th scope="col" class=${kindOf(rows[0]?.[at])}>${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells, at) =>
          html`<tr class=${isRevealed(at) ? 'revealed' : ''} tabindex="-1" ?data-revealed=${isRevealed(at)}>
            ${cells.map(
              (cell, column) =>
                html`<td
                  class=${kindOf(cell)}
                  data-name=${stacks ? columns[column] : nothing}
                  title=${titleOf(cell)}
                >${shown(cell)}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`

const AMOUNT = /^-?\d+\.\d\d$/
const LONG = 40

const kindOf = (cell: Cell | undefined): string =>
  typeof cell === 'string' && AMOUNT.test(cell) ? 'amount' : ''

/** A long text may be cut off. */
const titleOf = (cell: Cell): string => (typeof cell === 'string' && cell.length > LONG ? cell : '')

const shown = (cell: Cell): Cell => (cell === null ? '' : typeof cell === 'boolean' ? String(cell) : cell)
