import { html } from 'lit'
import type { View, ViewContext } from '../view'

interface Scenario {
  readonly name: string
  readonly description: string
  readonly lesson: string
}

interface Step {
  readonly step: number
  readonly action: string
}

interface Play {
  readonly id: number
  readonly name: string
  readonly fired: readonly (Step & { readonly at: string; readonly outcome: string; readonly text: string })[]
  readonly unfired: readonly (Step & { readonly due: string; readonly why: string })[]
}

/** Scenarios to play, and what has become of those that were begun. */
export function scenariosView({ controls, attempt }: ViewContext): View {
  let scenarios: readonly Scenario[] = []
  let plays: readonly Play[] = []
  return {
    name: 'Scenarios',
    async load() {
      if (scenarios.length === 0) scenarios = await controls.get<readonly Scenario[]>('/scenarios')
      plays = await controls.get<readonly Play[]>('/plays')
    },
    render: () =>
      html`<div class="scroll" tabindex="0" role="region" aria-label="Scenarios and plays">
        ${[...plays].reverse().map(
          ({ id, name, fired, unfired }) =>
            html`<div class="bar">
                <h2>${id}. ${name}</h2>
                <button
                  type="button"
                  aria-label="Disarm ${id}. ${name}"
                  @click=${() => attempt(() => controls.send('DELETE', `/plays/${id}`))}
                >
                  Disarm
                </button>
              </div>
              <ol class="steps">
                ${fired.map((one) => html`<li>${one.at} ${one.action}: ${one.outcome}. ${one.text}</li>`)}
                ${unfired.map((one) => html`<li class="quiet">${one.due} ${one.action}: ${one.why}</li>`)}
              </ol>`,
        )}
        <ul class="cards" aria-label="Scenarios">
          ${scenarios.map(
            ({ name, description }) =>
              html`<li>
                <strong>${name}</strong> <span class="quiet">${description}</span>
                <button
                  type="button"
                  aria-label="Play ${name}"
                  @click=${() => attempt(() => controls.send('POST', '/scenarios/play', { name }))}
                >
                  Play
                </button>
              </li>`,
          )}
        </ul>
      </div>`,
  }
}
