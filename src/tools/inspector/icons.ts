import { html, svg, type TemplateResult } from 'lit/html.js'

const icon = (path: TemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${path}</svg>`

const FRAME = 'M1.5 2.5h13v11h-13z'

export const TO_THE_RIGHT = icon(svg`<path d=${FRAME} /><path d="M10 2.5v11" />`)
export const TO_THE_BOTTOM = icon(svg`<path d=${FRAME} /><path d="M1.5 9.5h13" />`)
export const TO_A_WINDOW = icon(svg`<path d="M9 2.5h4.5V7M13.5 2.5 7.5 8.5M6 3.5H2.5v10h10V10" />`)
export const AWAY = icon(svg`<path d="m3.5 3.5 9 9m0-9-9 9" />`)
export const FIND = icon(svg`<circle cx="7" cy="7" r="4.5" /><path d="m10.5 10.5 4 4" />`)
export const PAUSE = icon(svg`<path d="M5.5 3v10M10.5 3v10" />`)
export const FOLD = icon(svg`<path d="M2 3.5h12M2 12.5h12M5 6.5 8 9l3-2.5" />`)
export const WATERFALL = icon(svg`<path d="M2 4h5M5 8h6M9 12h5" />`)
export const SETTINGS = icon(
  svg`<path d="M1.5 4.5h6m4 0h3M1.5 11.5h3m4 0h6" />
    <circle cx="9.5" cy="4.5" r="2" /><circle cx="6.5" cy="11.5" r="2" />`,
)
