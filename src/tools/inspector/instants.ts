import { html, type TemplateResult } from 'lit/html.js'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** An instant as people read it, such as `Thu 15 Jan, 09:00:04`; a year that is not the one of `near` is named. */
export function instantText(at: string, near = at): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  const year = at.slice(0, 4) === near.slice(0, 4) ? '' : ` ${at.slice(0, 4)}`
  const day = `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}${year}`
  return `${day}, ${at.slice(11, 19)}`
}

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
