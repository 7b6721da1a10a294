import { html, nothing, type TemplateResult } from 'lit'
import { AttemptList } from '../attempts'
import type { Line } from '../entries'
import { entryLink } from '../links'
import type { View, ViewContext } from '../view'

interface Queued {
  readonly id: number
  readonly event_id: string
  readonly topic: string
  readonly url: string
  readonly due: string
  readonly status: string
  readonly attempts: number
  /** The text that will be sent. */
  readonly body: string
  readonly cause: number | null
}

interface Registered {
  readonly url: string
  readonly is_active: boolean
  readonly disabled_at: string | null
}

interface State {
  readonly held: boolean
  readonly targets: readonly { readonly prefix: string | null; readonly target: string | null }[]
}

/** Rows beyond these are counted only. */
const QUEUED_AT_MOST = 200

/** The queue with every verb, and the attempts with their bytes. */
export function webhooksView({ controls, timeline, update, attempt, go }: ViewContext): View {
  let queue: readonly Queued[] = []
  let lines: readonly Line[] = []
  let registered: readonly Registered[] = []
  let state: State = { held: false, targets: [] }
  let revealed: string | undefined
  let toOpen: string | undefined
  const opened = new Set<number>()
  const act = (verb: string, body: object = {}): Promise<void> =>
    attempt(() => controls.send('POST', `/webhooks/${verb}`, body))
  const attempts = new AttemptList({ go, replay: (event_id) => void act('replay', { event_id }) })
  /** The order with one delivery moved to the front. */
  const first = (id: number): number[] => [id, ...queue.map((one) => one.id).filter((other) => other !== id)]

  const causeOf = ({ cause }: Queued): TemplateResult => {
    const line = lines.find(({ entry }) => entry.sequence === cause)
    return line
      ? html`<p>Caused by ${entryLink(line, go)}</p>`
      : html`<p class="quiet">What caused it is not known.</p>`
  }

  const toggle = (id: number): void => {
    if (!opened.delete(id)) opened.add(id)
    update()
  }

  const queued = (one: Queued): TemplateResult => {
    const of = `${one.topic} ${one.id}`
    const isRevealed = one.event_id === revealed
    const button = (text: string, work: () => Promise<void>): TemplateResult =>
      html`<button type="button" aria-label="${text} ${of}" @click=${work}>${text}</button>`
    return html`<tr class=${isRevealed ? 'revealed' : ''}>
        <td>
          <button
            type="button"
            class="link"
            aria-label="Body of ${of}"
            aria-expanded=${opened.has(one.id)}
            ?data-revealed=${isRevealed}
            @click=${() => toggle(one.id)}
          >
            ${one.id}
          </button>
        </td>
        <td>${one.topic}</td><td data-name="to" title=${one.url}>${one.url}</td><td data-name="due">${one.due}</td>
        <td>${one.status}, ${one.attempts} sent</td>
        <td class="actions">
          ${button('Deliver', () => act('deliver', { id: one.id }))}
          ${button('Duplicate', () => act('duplicate', { id: one.id }))}
          ${button('Drop', () => act('drop', { id: one.id }))}
          ${button('Send first', () => act('reorder', { ids: first(one.id) }))}
        </td>
      </tr>
      ${
        opened.has(one.id)
          ? html`<tr><td class="more" colspan="6">${causeOf(one)}<pre>${one.body}</pre></td></tr>`
          : nothing
      }`
  }

  const queueTable = (): TemplateResult =>
    html`<table aria-label="Webhooks" class="stacks">
        <thead>
          <tr>
            <th scope="col">Delivery</th><th scope="col">Topic</th><th scope="col">To</th><th scope="col">Due</th>
            <th scope="col">State</th><th scope="col"><span class="hidden">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${queue.slice(0, QUEUED_AT_MOST).map(queued)}
        </tbody>
      </table>
      ${queue.length === 0 ? html`<p class="empty">No delivery waits.</p>` : ''}
      ${queue.length > QUEUED_AT_MOST ? html`<p class="quiet">and ${queue.length - QUEUED_AT_MOST} more</p>` : ''}`

  return {
    name: 'Webhooks',
    reveal({ event }) {
      revealed = event
      toOpen = event
      attempts.reveal(event)
    },
    async load() {
      const [known, waiting, hooks] = await Promise.all([
        controls.get<State>('/webhooks'),
        controls.get<readonly Queued[]>('/webhooks/queue'),
        controls.get<readonly Registered[]>('/webhooks/registered'),
        attempts.load(controls),
      ])
      lines = waiting.length + attempts.count > 0 ? await timeline.lines() : []
      queue = waiting
      for (const { id, event_id } of waiting) if (event_id === toOpen) opened.add(id)
      toOpen = undefined
      state = known
      registered = hooks
    },
    render: () =>
      html`<div class="bar">
          <button type="button" aria-pressed=${state.held} @click=${() => act('hold')}>Hold</button>
          <button type="button" @click=${() => act('release')}>Release</button>
          <button type="button" @click=${() => act('flush')}>Send what is due</button>
          <span class="count">${stateOf(state)}</span>
        </div>
        ${disabled(registered)}
        <div class="scroll" tabindex="0" role="region" aria-label="Queue and attempts">
          ${queueTable()}
          <h2>Attempts</h2>
          ${attempts.render(lines)}
        </div>`,
  }
}

/** Nothing is sent to these until the app registers or reactivates them. */
const disabled = (registered: readonly Registered[]): TemplateResult | typeof nothing => {
  const ended = registered.filter(({ is_active }) => !is_active)
  if (ended.length === 0) return nothing
  return html`<ul class="notices" aria-label="Disabled webhooks">
    ${ended.map(
      ({ url, disabled_at }) =>
        html`<li>
          <strong class="bad">Disabled</strong> ${url}
          <span class="quiet">
            ${disabled_at === null ? 'by a request' : `since ${disabled_at}, because its receiver failed for too long`}
          </span>
        </li>`,
    )}
  </ul>`
}

function stateOf({ held, targets }: State): string {
  const to = targets.map(({ prefix, target }) => `${prefix ?? 'a rule'} to ${target ?? 'a function'}`)
  const reach =
    to.length === 0
      ? 'No receiver is connected: every delivery counts as refused.'
      : `Connected: ${to.join(', ')}.`
  return held ? `Deliveries are held. ${reach}` : reach
}
