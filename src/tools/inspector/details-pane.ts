import { html, type TemplateResult } from 'lit/html.js'
import { AWAY } from './icons'
import { iconButton, listenerOf } from './widgets'

interface Pane {
  readonly name: string
  readonly title: string
  close(): void
}

/** The details of one thing, beside the list of all; below it in a narrow panel. */
export const detailsPane = ({ name, title, close }: Pane, content: TemplateResult): TemplateResult =>
  html`<aside class="details" role="region" aria-label=${name} tabindex="0" data-revealed>
    <div class="title">
      <h2>${title}</h2>
      ${iconButton('Close details', AWAY, (event) => {
        focusList(listenerOf(event))
        close()
      })}
    </div>
    ${content}
  </aside>`

/** The button that has the focus goes away with the details. */
const focusList = (button: Element): void =>
  button.closest('.split')?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
