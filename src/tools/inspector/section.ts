import { keyed } from 'lit/directives/keyed.js'
import { html } from 'lit/html.js'
import { Controls, type ControlsPort } from './port'

/** A section of docs/service.md that a reason cites. Opened, it shows the text, where a server has it at hand. */
export const section = (number: string): unknown =>
  keyed(number, html`<details @toggle=${show(number)}><summary>§${number}</summary><pre></pre></details>`)

const show =
  (number: string) =>
  async ({ currentTarget }: Event): Promise<void> => {
    const details = currentTarget as HTMLElement
    const text = details.querySelector('pre')
    const panel: Element & { readonly port?: ControlsPort } = (details.getRootNode() as ShadowRoot).host
    const { port } = panel
    if (!text || text.textContent || !port) return
    const found = await new Controls(port)
      .find<{ readonly text: string }>(`/ui/sections/${number}.json`)
      .catch(() => undefined)
    text.textContent = found?.text ?? `docs/service.md of the package has section ${number}.`
  }
