import { html, nothing, type TemplateResult } from 'lit'
import type { Line } from '../entries'
import { entryLinks } from '../links'
import type { View, ViewContext } from '../view'

interface Fault {
  readonly id: number
  readonly on: string
  readonly then: object
  readonly hits: number
  readonly remaining: number | null
  /** Virtual time at which it ends by itself. */
  readonly until?: string | null
}

const WITH_STATUS = 'Answer with a status'
/** The effects that the form offers, with what they need of its fields. */
const EFFECTS: Readonly<Record<string, (status: number) => object>> = {
  [WITH_STATUS]: (status) => ({ status }),
  'Network error': () => ({ networkError: true }),
  'Lose the response': () => ({ loseResponse: true }),
  'Delay by ten seconds': () => ({ delay: '10 seconds' }),
  'Cut the body': () => ({ truncateBody: 20 }),
  'Malformed JSON': () => ({ malformedJson: true }),
  'Stale read': () => ({ staleRead: true }),
  'Revoke the key': () => ({ revokeKey: true }),
}

/** Faults to arm and disarm, with the requests that they hit. */
export function faultsView({ controls, timeline, attempt, update, go }: ViewContext): View {
  let faults: readonly Fault[] = []
  let requests: ReadonlyMap<number, readonly Line[]> = new Map()
  let effect = WITH_STATUS
  let revealed: number | undefined

  const arm = (event: Event): Promise<void> => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const on = String(given.get('on')).trim()
    const times = Number(given.get('times'))
    const then = EFFECTS[effect]?.(Number(given.get('status')))
    return attempt(() => controls.send('POST', '/faults', { ...(on !== '' && { on }), times, then }))
  }

  const form = (): TemplateResult =>
    html`<form class="bar" @submit=${arm}>
      <label class="wide">Request <input name="on" placeholder="POST /public/v1/invoices/ or empty" /></label>
      <label>
        Effect
        <select
          @change=${(event: Event) => {
            effect = (event.target as HTMLSelectElement).value
            update()
          }}
        >
          ${Object.keys(EFFECTS).map((name) => html`<option ?selected=${name === effect}>${name}</option>`)}
        </select>
      </label>
      <label>
        Status
        <input name="status" type="number" min="100" max="599" value="503" ?disabled=${effect !== WITH_STATUS} />
      </label>
      <label>Times <input name="times" type="number" min="1" value="1" /></label>
      <button class="main-action">Arm</button>
    </form>`

  const card = (fault: Fault): TemplateResult => {
    const { id, on, then, hits, remaining } = fault
    return html`<li class=${id === revealed ? 'revealed' : ''} tabindex="-1" ?data-revealed=${id === revealed}>
      <strong>${id}</strong>
      <div>
        <code>${on}</code> <code>${JSON.stringify(then)}</code>
        <p class="quiet">
          ${hits} ${hits === 1 ? 'hit' : 'hits'}${leftOf(fault)}
        </p>
        ${entryLinks('Hit', requests.get(id) ?? [], go)}
      </div>
      <button
        type="button"
        aria-label="Disarm fault ${id}"
        ?disabled=${remaining === 0}
        @click=${() => attempt(() => controls.send('DELETE', `/faults/${id}`))}
      >
        Disarm
      </button>
    </li>`
  }

  return {
    name: 'Faults',
    reveal({ fault }) {
      revealed = fault
    },
    async load() {
      faults = await controls.get<readonly Fault[]>('/faults')
      requests = hitsIn(faults.length > 0 ? await timeline.lines() : [])
    },
    render: () =>
      html`${form()}
        <div class="scroll" tabindex="0" role="region" aria-label="Faults and their hits">
          <ul class="cards numbered" aria-label="Faults">
            ${[...faults].reverse().map(card)}
          </ul>
          ${
            faults.length === 0
              ? html`<p class="empty">No fault was armed. One that is armed hits the next request that fits.</p>`
              : nothing
          }
        </div>`,
  }
}

function hitsIn(lines: readonly Line[]): Map<number, Line[]> {
  const hits = new Map<number, Line[]>()
  for (const line of lines) {
    const { fault } = line.entry
    if (fault) hits.set(fault, [...(hits.get(fault) ?? []), line])
  }
  return hits
}

/** Null: as many as come. */
const leftOf = ({ remaining, until }: Fault): string => {
  if (remaining === null) return `, until ${until ?? 'it is disarmed'}`
  return remaining === 0 ? ', over' : `, ${remaining} to come`
}
