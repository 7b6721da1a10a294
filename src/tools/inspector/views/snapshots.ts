import { html, type TemplateResult } from 'lit'
import type { View, ViewContext } from '../view'

interface Snapshot {
  readonly id: string | number
  readonly name: string
  readonly at: string
}

const NONE = 'There is no snapshot yet. Take one, and you can come back to this moment.'

/** Named states of the world; going to one, back or forth, erases no other. */
export function snapshotsView({ controls, attempt, tell }: ViewContext): View {
  let snapshots: readonly Snapshot[] = []
  const take = (event: Event): Promise<void> => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const name = String(new FormData(form).get('name')).trim()
    return attempt(async () => {
      await controls.send('POST', '/snapshots', name === '' ? {} : { name })
      form.reset()
    })
  }
  const go = (name: string, path: string, method: 'POST' | 'DELETE' = 'POST'): Promise<void> =>
    attempt(async () => {
      await controls.send(method, path)
      tell(name)
    })
  const reset = (): Promise<void> => go('The world is as it was at first.', '/reset')
  const card = ({ id, name, at }: Snapshot): TemplateResult =>
    html`<li>
      <strong>${name}</strong> <span class="quiet">${at}</span>
      <span class="bar">
        <button
          type="button"
          aria-label="Restore ${name}"
          @click=${() => go(`The world is as it was in ${name}.`, `/snapshots/${id}/restore`)}
        >
          Restore
        </button>
        <button
          type="button"
          aria-label="Forget ${name}"
          @click=${() => go(`${name} is forgotten.`, `/snapshots/${id}`, 'DELETE')}
        >
          Forget
        </button>
      </span>
    </li>`
  return {
    name: 'Snapshots',
    async load() {
      snapshots = await controls.get<readonly Snapshot[]>('/snapshots')
    },
    render: () =>
      html`<div class="bar">
          <form @submit=${take}>
            <label class="wide">Name <input name="name" placeholder="such as: before the storm" /></label>
            <button>Take</button>
          </form>
          <button type="button" @click=${reset}>Reset the world</button>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label="Snapshots taken">
          <ul class="cards" aria-label="Snapshots">
            ${snapshots.map(card)}
          </ul>
          ${snapshots.length === 0 ? html`<p class="empty">${NONE}</p>` : ''}
        </div>`,
  }
}
