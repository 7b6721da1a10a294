/** The cells and form fields of the page. */
import { html, type TemplateResult } from 'lit/html.js'
import { formatInstant } from '../../kernel/instant'
import type { ListedSandbox } from '../controls/sandbox'
import { submitted } from '../inspector/widgets'

/** Choices for the end of a sandbox, with the durations that are sent. */
const TERMS = { 'in an hour': '1 hour', 'in a day': '1 day', 'in a week': '7 days', 'in 30 days': '30 days' }

export const sandboxTitle = ({ name, id }: { readonly name: string; readonly id: string }): string =>
  name || id

export const minuteOf = (time: number): string =>
  formatInstant(time).slice(0, 16).replace('T', ' ').concat(' UTC')

type Rows = Pick<ListedSandbox, 'rows' | 'rowsAtMost'>

/** The used share of the quota of rows from which on a warning is shown. */
const NEARLY = 0.8
const MIB = 1024 * 1024

export const isNearlyFull = ({ rows, rowsAtMost }: Rows): boolean => (rows ?? 0) > NEARLY * rowsAtMost

export function rowsText({ rows, rowsAtMost }: Rows): string {
  if (rows === null) return 'not counted yet'
  const text = `${(rows / MIB).toFixed(1)} of ${(rowsAtMost / MIB).toFixed(1)} MiB`
  if (rows > rowsAtMost) return `${text}: writes are refused`
  return isNearlyFull({ rows, rowsAtMost }) ? `${text}: nearly full` : text
}

export const select = (name: string, values: readonly string[]): TemplateResult =>
  html`<select name=${name}>${values.map((value) => html`<option value=${value}>${value}</option>`)}</select>`

/** @param others further choices, as they are shown and as they are sent */
export const termSelect = (others: Readonly<Record<string, string>>): TemplateResult =>
  html`<select name="term">
    ${Object.entries({ ...others, ...TERMS }).map(([shown, sent]) => html`<option value=${sent}>${shown}</option>`)}
  </select>`

/** Returns the fields of a submitted form, and empties the form. */
export function fieldsOf(event: Event): Partial<Record<string, string>> {
  const { form, fields } = submitted(event)
  form.reset()
  return fields
}
