import { html, nothing, type TemplateResult } from 'lit/html.js'
import { button } from './buttons'
import type { Line } from './entries'
import type { Go, RecordLink } from './subject'

export const link = (text: string, act: () => void): TemplateResult => button(text, act, { style: 'link' })

export const entryLink = (line: Line, go: Go): TemplateResult =>
  link(lineName(line), () => go('Timeline', { entry: line.entry.sequence }))

export const recordLink = (record: RecordLink, go: Go, organization?: string): TemplateResult =>
  link(`${record.type} ${record.id}`, () => go('Records', { record, organization }))

export const lineName = ({ entry, method, path, outcome }: Line): string =>
  `#${entry.sequence} ${method} ${path} ${outcome}`.trim()

/** Entries beyond these are told by their number. */
const LINKS_AT_MOST = 20

/** The entries that something leads back to, the latest first. */
export function entryLinks(title: string, lines: readonly Line[], go: Go): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing
  const shown = lines.slice(-LINKS_AT_MOST).reverse()
  const more = lines.length - shown.length
  return html`<h3>${title}</h3>
    <ul class="links">
      ${shown.map((line) => html`<li>${entryLink(line, go)}</li>`)}
      ${more > 0 ? html`<li class="quiet">and ${more} earlier</li>` : nothing}
    </ul>`
}
