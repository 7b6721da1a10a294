import { html, render, type TemplateResult } from 'lit/html.js'
import { rendered } from './rendered'

/** Deeper parts of a large body are folded at first. */
const OPEN_TO = 2
/** A body with no more lines than these is open. */
const OPEN_LINES = 30
/** Members of one part beyond these are counted only. */
const MEMBERS_AT_MOST = 100

const SHOWN = new WeakMap<Element, string>()

/** A body: JSON as a tree that folds, else as it is. */
export const bodyView = (body: string): TemplateResult =>
  // A body does not change, and may have thousands of members.
  html`<div class="json" ${rendered((box) => {
    if (SHOWN.get(box) !== body) render(shownBody(body), box as HTMLElement)
    SHOWN.set(box, body)
  })}></div>`

function shownBody(body: string): TemplateResult {
  try {
    const value: unknown = JSON.parse(body)
    return valueView('', value, 0, linesOf(value) <= OPEN_LINES ? Number.POSITIVE_INFINITY : OPEN_TO)
  } catch {
    return html`<pre>${body}</pre>`
  }
}

/** The lines of a value whose parts are all open. */
function linesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((lines, one) => lines + linesOf(one), 1)
}

/**
 * @param name the member as JSON writes it, or the number of an item
 * @param openTo the depth from which parts are folded
 */
export function valueView(name: string, value: unknown, depth: number, openTo = OPEN_TO): TemplateResult {
  const label = name === '' ? '' : html`<span class="member">${name}</span>: `
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (members.length === 0)
    return html`<div>${label}<span class=${typeof value}>${JSON.stringify(value)}</span></div>`
  const isArray = Array.isArray(value)
  const size = `${members.length} ${isArray ? 'item' : 'member'}${members.length === 1 ? '' : 's'}`
  const more = members.length - MEMBERS_AT_MOST
  return html`<details ?open=${depth < openTo}>
    <summary>${label}<span class="quiet">${size}</span></summary>
    ${members
      .slice(0, MEMBERS_AT_MOST)
      .map(([key, one]) => valueView(isArray ? key : JSON.stringify(key), one, depth + 1, openTo))}
    ${more > 0 ? html`<p class="quiet">and ${more} more</p>` : ''}
  </details>`
}
