import { html } from 'lit/html.js'
import type { RegisteredAssumption } from '../../../index'
import { dataTable } from '../data-table'
import type { View, ViewContext } from '../view'

/** The answers to open questions, and which of them this run rested on. */
export function assumptionsView({ controls, timeline, range, update }: ViewContext): View {
  let register: readonly RegisteredAssumption[] = []
  let onlyUsed = true
  /** The assumptions that requests of the chosen time rested on. */
  let usedThen: ReadonlySet<unknown> | undefined
  return {
    name: 'Assumptions',
    async load() {
      register = await controls.get<readonly RegisteredAssumption[]>('/assumptions/register')
      usedThen =
        range.current &&
        new Set(range.of(await timeline.lines()).flatMap(({ entry }) => entry.assumptions ?? []))
    },
    render: () => {
      const used = register.filter((one) => usedThen?.has(one.id) ?? one.used)
      const shown = onlyUsed ? used : register
      return html`<div class="bar">
          <p class="remark">
            Where the documentation of the service leaves something open, the simulator decides.
            ${usedThen ? 'Requests of this time' : 'This run'} rested on
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
            { isMultiline: true, isBlockWhenNarrow: true },
          )}
        </div>`
    },
  }
}
