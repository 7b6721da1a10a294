import { html, type TemplateResult } from 'lit'
import type { View, ViewContext } from '../view'

interface Fault {
  readonly id: number
  readonly on: string
  readonly then: object
  readonly hits: number
  readonly remaining?: number | null
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

/** Faults to arm and disarm. */
export function faultsView({ controls, attempt, update }: ViewContext): View {
  let faults: readonly Fault[] = []
  let effect = WITH_STATUS

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
      <label>Request <input name="on" placeholder="POST /public/v1/invoices/, empty for all" /></label>
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
      <button>Arm</button>
    </form>`

  return {
    name: 'Faults',
    async load() {
      faults = await controls.get<readonly Fault[]>('/faults')
    },
    render: () =>
      html`${form()}
        <ul class="cards" aria-label="Faults">
          ${faults.map(
            ({ id, on, then, hits, remaining }) =>
              html`<li>
                <strong>${id}</strong> <code>${on}</code> <code>${JSON.stringify(then)}</code>
                <span>${hits} ${hits === 1 ? 'hit' : 'hits'}${remaining === 0 ? ', over' : ''}</span>
                <button
                  type="button"
                  aria-label="Disarm fault ${id}"
                  ?disabled=${remaining === 0}
                  @click=${() => attempt(() => controls.send('DELETE', `/faults/${id}`))}
                >
                  Disarm
                </button>
              </li>`,
          )}
        </ul>
        ${faults.length === 0 ? html`<p class="empty">No fault was armed.</p>` : ''}`,
  }
}
