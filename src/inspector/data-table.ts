import { html, type TemplateResult } from 'lit'

export type Cell = string | number | boolean | null | TemplateResult

/** A table of plain rows. */
export const dataTable = (
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): TemplateResult =>
  html`<table aria-label=${name}>
    <thead>
      <tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>${cells.map((cell) => html`<td class=${isAmount(cell) ? 'amount' : ''}>${shown(cell)}</td>`)}</tr>`,
      )}
    </tbody>
  </table>`

const isAmount = (cell: Cell): boolean => typeof cell === 'string' && /^-?\d+\.\d\d$/.test(cell)

const shown = (cell: Cell): Cell => (cell === null ? '' : typeof cell === 'boolean' ? String(cell) : cell)
