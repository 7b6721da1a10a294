import { html, nothing, type TemplateResult } from 'lit/html.js'

/** An action on a record, as the controls give it (docs/controls.md). */
export interface OfferedAction {
  readonly name: string
  readonly takes: readonly string[]
  readonly allowed: boolean
  readonly why: string | null
}

type Act = (name: string, given: Readonly<Record<string, string>>) => void

/** A button for each action that can be done. The others say why not when asked. */
export function recordActions(actions: readonly OfferedAction[], act: Act): TemplateResult | typeof nothing {
  const refused = actions.filter(({ allowed }) => !allowed)
  const names = refused.map(({ name }) => name).join(', ')
  return html`<div class="bar" role="group" aria-label="Actions">
      ${actions.filter(({ allowed }) => allowed).map((action) => form(action, act))}
    </div>
    ${
      refused.length === 0
        ? nothing
        : html`<details class="quiet">
            <summary>Why not ${names}?</summary>
            <ul class="links">
              ${refused.map(({ name, why }) => html`<li><strong>${actionTitle(name)}</strong> ${why}</li>`)}
            </ul>
          </details>`
    }`
}

/** The service chooses the approver. */
const isAsked = (argument: string): boolean => argument !== 'by'

const form = ({ name, takes }: OfferedAction, act: Act): TemplateResult =>
  html`<form
      @submit=${(event: Event) => {
        event.preventDefault()
        const given = [...new FormData(event.target as HTMLFormElement)].map(([of, value]) => [
          of,
          String(value),
        ])
        act(name, Object.fromEntries(given.filter(([, value]) => value !== '')))
      }}
    >
      <button>${actionTitle(name)}</button>
      ${takes.filter(isAsked).map((argument) => html`<label>${argument} <input name=${argument} size="10" /></label>`)}
    </form>`

const actionTitle = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
