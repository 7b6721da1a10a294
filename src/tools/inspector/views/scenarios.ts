import { html } from 'lit/html.js'
import type { View, ViewContext } from '../view'
import { button } from '../widgets'

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
  readonly unfired: readonly (Step & { readonly due: string | null; readonly why: string })[]
}

/** Scenarios to play, and what has become of those that were begun. */
export function scenariosView({ controls, range, send }: ViewContext): View {
  let scenarios: readonly Scenario[] = []
  let plays: readonly Play[] = []
  // Its steps stand above the list, perhaps out of view.
  const play = (name: string): Promise<void> =>
    send('POST', '/scenarios/play', `${name} has begun.`, { name })
  const disarm = (id: number, name: string): Promise<void> =>
    send('DELETE', `/plays/${id}`, `${name} is disarmed.`)
  /** One of your own has none. */
  const lessonOf = (played: string): string => scenarios.find(({ name }) => name === played)?.lesson ?? ''
  /** The latest first; of the chosen time only what was done or is due in it. */
  const playsShown = (): readonly Play[] => {
    const all = [...plays].reverse()
    if (!range.current) return all
    return all
      .map(({ fired, unfired, ...play }) => ({
        ...play,
        fired: fired.filter(({ at }) => range.holds(at)),
        unfired: unfired.filter(({ due }) => due !== null && range.holds(due)),
      }))
      .filter(({ fired, unfired }) => fired.length + unfired.length > 0)
  }
  return {
    name: 'Scenarios',
    async load() {
      if (scenarios.length === 0) scenarios = await controls.get<readonly Scenario[]>('/scenarios')
      plays = await controls.get<readonly Play[]>('/plays')
    },
    render: () =>
      html`<div class="scroll" tabindex="0" role="region" aria-label="Scenarios and plays">
        ${playsShown().map(
          ({ id, name, fired, unfired }) =>
            html`<div class="bar">
                <h2>${id}. ${name}</h2>
                ${button('Disarm', () => disarm(id, name), { label: `Disarm ${id}. ${name}` })}
              </div>
              <p class="quiet">${lessonOf(name)}</p>
              <ol class="steps">
                ${fired.map((one) => html`<li>${one.at} ${one.action}: ${one.outcome}. ${one.text}</li>`)}
                ${unfired.map(
                  ({ due, action, why }) =>
                    html`<li class="quiet">${due ?? 'At an event'} ${action}: ${why}</li>`,
                )}
              </ol>`,
        )}
        <ul class="cards" aria-label="Scenarios">
          ${scenarios.map(
            ({ name, description }) =>
              html`<li>
                <strong>${name}</strong> <span class="quiet">${description}</span>
                ${button('Play', () => play(name), { label: `Play ${name}` })}
              </li>`,
          )}
        </ul>
      </div>`,
  }
}
