import { html } from 'lit'
import type { View, ViewContext } from '../view'

interface Snapshot {
  readonly id: string | number
  readonly name: string
  readonly at: string
}

/** Named states of the world; going to one, back or forth, erases no other. */
export function snapshotsView({ controls, attempt }: ViewContext): View {
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
  return {
    name: 'Snapshots',
    async load() {
      snapshots = await controls.get<readonly Snapshot[]>('/snapshots')
    },
    render: () =>
      html`<div class="bar">
          <form @submit=${take}>
            <label>Name <input name="name" /></label>
            <button>Take</button>
          </form>
          <button type="button" @click=${() => attempt(() => controls.send('POST', '/reset'))}>Reset the world</button>
        </div>
        <ul class="cards" aria-label="Snapshots">
          ${snapshots.map(
            ({ id, name, at }) =>
              html`<li>
                <strong>${name}</strong> <span>${at}</span>
                <button
                  type="button"
                  aria-label="Restore ${name}"
                  @click=${() => attempt(() => controls.send('POST', `/snapshots/${id}/restore`))}
                >
                  Restore
                </button>
              </li>`,
          )}
        </ul>
        ${snapshots.length === 0 ? html`<p class="empty">There is no snapshot yet.</p>` : ''}`,
  }
}
