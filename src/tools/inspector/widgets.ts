import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Go, Line, RecordLink } from './entries'
import { recordName } from './record-name'

interface ButtonOptions {
  /** Its name, where the text alone does not say of what. */
  readonly label?: string
  readonly isDisabled?: boolean
  readonly style?: string
}

export const button = (
  text: string | TemplateResult,
  act: () => unknown,
  { label, isDisabled = false, style }: ButtonOptions = {},
): TemplateResult =>
  html`<button type="button" class=${style ?? nothing} aria-label=${label ?? nothing} ?disabled=${isDisabled}
    @click=${act}>${text}</button>`

/** A button that shows an icon, with its name for the others. */
export const iconButton = (
  name: string,
  icon: TemplateResult,
  act: (event: Event) => unknown,
  title = name,
): TemplateResult =>
  html`<button type="button" class="place" aria-label=${name} title=${title} @click=${act}>${icon}</button>`

/** The element that listens. */
export const listenerOf = ({ currentTarget }: Pick<Event, 'currentTarget'>): HTMLElement =>
  currentTarget as HTMLElement

/** A form that is sent, with the texts of its fields. */
export function submitted(event: Event) {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const)
  return { form, fields: Object.fromEntries(fields) }
}

/** Whoever waits for an answer is not told that there is nothing. */
export const READING = html`<p class="empty">Reading…</p>`

/** The text that a field has, or the option that is chosen. */
export const valueIn = ({ target }: Event): string => (target as HTMLInputElement | HTMLSelectElement).value

export const link = (text: string | TemplateResult, act: () => void): TemplateResult =>
  button(text, act, { style: 'link' })

/** Letters of an address that stay where there is no room for all of it. */
const END_AT_MOST = 14

/** A text that may end with an address. Where there is no room, the host goes first: the topic and the end differ. */
export function cutParts(text: string, url: unknown, style = ''): TemplateResult {
  if (typeof url !== 'string' || !text.endsWith(url)) return html`<span class=${style}>${text}</span>`
  // The path begins with the first slash behind those of the scheme.
  const end = url.slice(Math.max(url.indexOf('/', 8), url.length - END_AT_MOST))
  // One word for those who listen, in two parts for those who see.
  return html`<span class=${style}>${text.slice(0, text.length - end.length)}<span class="end">${end}</span></span
    ><span class="shown ${style}" aria-hidden="true" data-text=${end}></span>`
}

export const entryLink = (line: Line, go: Go): TemplateResult =>
  link(
    html`#${line.entry.sequence} ${line.method} ${line.path} <span class=${line.tone}>${line.outcome}</span>`,
    () => go('Timeline', { entry: line.entry.sequence }),
  )

export const recordLink = (record: RecordLink, go: Go, organization?: string): TemplateResult =>
  button(recordName(record), () => go('Records', { record, organization }), { style: 'link record' })

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

/** A day as people read it, such as `Thu 15 Jan`; a year that is not the one of `near` is named. */
export function dayText(at: string, near = at): string {
  // Such as `Thu, 15 Jan 2026 09:00:04 GMT` in every language.
  const [day, date, month] = new Date(at).toUTCString().split(/,? /)
  const year = at.slice(0, 4) === near.slice(0, 4) ? '' : ` ${at.slice(0, 4)}`
  return `${day} ${Number(date)} ${month}${year}`
}

/** An instant as people read it, such as `Thu 15 Jan, 09:00:04`. */
export const instantText = (at: string, near = at): string =>
  Number.isNaN(Date.parse(at)) ? at : `${dayText(at, near)}, ${at.slice(11, 19)}`

/** An instant for people; the pointer shows it as it is written in JSON. */
export const instantElement = (at: string): TemplateResult =>
  html`<time datetime=${at} title=${at}>${instantText(at)}</time>`

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** Such as `30 s` or `2.5 h`. */
export function spanText(milliseconds: number): string {
  const [size, unit] = UNITS.find(([least]) => milliseconds >= least) ?? [1, 'ms']
  return `${Math.round((milliseconds / size) * 10) / 10} ${unit}`
}
