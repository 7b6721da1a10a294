import { html, nothing, type TemplateResult } from 'lit/html.js'

/** An action on a record, as the controls give it (docs/controls.md). */
export interface OfferedAction {
  readonly name: string
  readonly takes: readonly string[]
  readonly allowed: boolean
  readonly why: string | null
}

type Act = (name: string, given: Readonly<Record<string, string>>) => void

/** A button for each action. One that cannot be done says why not. */
export const recordActions = (
  actions: readonly OfferedAction[],
  act: Act,
): TemplateResult | typeof nothing =>
  actions.length === 0
    ? nothing
    : html`<h3>Actions</h3>
        <ul class="links">
          ${actions.map((action) => html`<li>${action.allowed ? form(action, act) : refusedAction(action)}</li>`)}
        </ul>`

/** The service chooses the approver. */
const isAsked = (argument: string): boolean => argument !== 'by'

const form = ({ name, takes }: OfferedAction, act: Act): TemplateResult =>
  html`<div class="bar">
    <form
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
    </form>
  </div>`

const refusedAction = ({ name, why }: OfferedAction): TemplateResult =>
  html`<button type="button" disabled>${actionTitle(name)}</button> <span class="quiet">${why}</span>`

const actionTitle = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
