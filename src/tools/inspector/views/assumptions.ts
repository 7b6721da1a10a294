import { html } from 'lit/html.js'
import { dataTable } from '../data-table'
import type { View, ViewContext } from '../view'

interface Assumption {
  readonly id: string
  readonly section: string
  readonly text: string
  readonly value: unknown
  readonly used: boolean
}

/** The answers to open questions, and which of them this run rested on. */
export function assumptionsView({ controls, update }: ViewContext): View {
  let register: readonly Assumption[] = []
  let onlyUsed = true
  return {
    name: 'Assumptions',
    async load() {
      register = await controls.get<readonly Assumption[]>('/assumptions/register')
    },
    render: () => {
      const used = register.filter((one) => one.used)
      const shown = onlyUsed ? used : register
      return html`<div class="bar">
          <p class="told">
            Where the documentation of the service leaves something open, the simulator decides. This run rested on
            ${used.length} of ${register.length} such decisions.
          </p>
          <label>
            <input
              type="checkbox"
              .checked=${!onlyUsed}
              @change=${(event: Event) => {
                onlyUsed = !(event.target as HTMLInputElement).checked
                update()
              }}
            />
            Show all
          </label>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label="Decisions">
          ${dataTable(
            'Assumptions',
            ['Assumption', 'Section', 'Decision', 'In force'],
            shown.map(({ id, section, text, value }) => [id, section, text, JSON.stringify(value) ?? '']),
            { wraps: true, stacks: true },
          )}
        </div>`
    },
  }
}
