import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { FoldedLine } from './folding'
import { instantText } from './instants'

/** One row of the timeline. */
export const rowOf = (
  { entry, method, path, outcome, tone, why, repeats }: FoldedLine,
  again: string,
  strip: TemplateResult | undefined,
): TemplateResult =>
  // Read as they stand, these make the name of the row.
  html`<span class="method ${entry.kind}">${method}</span>
    <span class="path">${path} ${repeats ? html`<strong class="times">×${repeats.length}</strong>` : nothing}</span>
    <span class="status ${tone}">${outcome}</span>
    <span class="why" title=${why}>
      ${again === '' ? nothing : html`<strong class="again">${again}</strong>`} ${why}</span>
    ${strip ?? html`<span class="time" title=${entry.at}>${instantText(entry.at)}</span>`}`
