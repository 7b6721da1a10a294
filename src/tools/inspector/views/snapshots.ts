import { html, nothing, type TemplateResult } from 'lit'
import { dataTable } from '../data-table'
import { detailsPane } from '../details-pane'
import { instant } from '../instants'
import { link, recordLink } from '../links'
import type { View, ViewContext } from '../view'

interface Snapshot {
  readonly id: string | number
  readonly name: string
  readonly at: string
}

interface Diff {
  readonly records: Readonly<Record<string, TypeDiff>>
  readonly balances: readonly {
    readonly company_id: number
    readonly account_number: number
    readonly account_name: string
    readonly before: string
    readonly after: string
  }[]
}

interface TypeDiff {
  readonly added: readonly Readonly<Record<string, unknown>>[]
  readonly removed: readonly Readonly<Record<string, unknown>>[]
  readonly changed: readonly { readonly id: number; readonly changed: object }[]
}

const NONE = 'There is no snapshot yet. Take one, and you can come back to this moment.'

/** Named states of the world; going to one, back or forth, erases no other. */
export function snapshotsView({ controls, attempt, tell, update, go: show }: ViewContext): View {
  let snapshots: readonly Snapshot[] = []
  let compared: { readonly title: string; readonly diff: Diff } | undefined
  let other = ''
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
  const compare = (id: Snapshot['id'], name: string): Promise<void> =>
    attempt(async () => {
      const later = snapshots.find((one) => String(one.id) === other)
      const diff = await controls.get<Diff>(`/snapshots/${id}/diff${later ? `?to=${later.id}` : ''}`)
      compared = { title: `${name} and ${later?.name ?? 'now'}`, diff }
    })
  const close = (): void => {
    compared = undefined
    update()
  }
  const details = (title: string, { records, balances }: Diff): TemplateResult =>
    detailsPane(
      { name: 'Differences', title, close },
      html`${dataTable(
        'Records that differ',
        ['Record', 'What', 'Members'],
        Object.entries(records).flatMap(([type, { added, removed, changed }]) => [
          ...added.map((one) => [recordLink({ type, id: idOf(one) }, show), 'added', '']),
          ...removed.map((one) => [`${type} ${idOf(one)}`, 'removed', '']),
          ...changed.map((one) => [
            recordLink({ type, id: one.id }, show),
            'changed',
            Object.keys(one.changed).join(', '),
          ]),
        ]),
        { wraps: true },
      )}
      ${dataTable(
        'Balances that differ',
        ['Company', 'Account', 'Before', 'After'],
        balances.map(({ company_id, account_number: account, account_name, before, after }) => [
          company_id,
          link(`${account} ${account_name}`, () => show('Trial balance', { account })),
          before,
          after,
        ]),
      )}`,
    )
  const card = ({ id, name, at }: Snapshot): TemplateResult =>
    html`<li>
      <strong>${name}</strong> <span class="quiet">${instant(at)}</span>
      <span class="bar">
        <button
          type="button"
          aria-label="Restore ${name}"
          @click=${() => go(`The world is as it was in ${name}.`, `/snapshots/${id}/restore`)}
        >
          Restore
        </button>
        <button type="button" aria-label="Compare ${name}" @click=${() => compare(id, name)}>Compare</button>
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
          <label>
            Compare with
            <select
              @change=${(event: Event) => {
                other = (event.target as HTMLSelectElement).value
              }}
            >
              <option value="">now</option>
              ${snapshots.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
            </select>
          </label>
        </div>
        <div class="split"><div class="scroll" tabindex="0" role="region" aria-label="Snapshots taken">
          <ul class="cards" aria-label="Snapshots">
            ${snapshots.map(card)}
          </ul>
          ${snapshots.length === 0 ? html`<p class="empty">${NONE}</p>` : ''}
        </div>${compared ? details(compared.title, compared.diff) : nothing}</div>`,
  }
}

/** By number, as item paths name transactional records, else by id. */
const idOf = ({ number, id }: Readonly<Record<string, unknown>>): number => Number(number ?? id)
