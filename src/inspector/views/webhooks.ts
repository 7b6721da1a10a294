import { html, type TemplateResult } from 'lit'
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
  readonly body?: string
}

interface Attempt {
  readonly event_id: string
  readonly at: string
  readonly why: string
  readonly request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  readonly response: { readonly status: number; readonly body: string } | null
}

interface State {
  readonly held: boolean
  readonly targets: readonly { readonly prefix: string | null; readonly target: string | null }[]
}

/** The queue with every verb, and the attempts with their bytes. */
export function webhooksView({ controls, attempt }: ViewContext): View {
  let queue: readonly Queued[] = []
  let attempts: readonly Attempt[] = []
  let state: State = { held: false, targets: [] }
  const act = (verb: string, body: object = {}): Promise<void> =>
    attempt(() => controls.send('POST', `/webhooks/${verb}`, body))
  /** The order with one delivery moved to the front. */
  const first = (id: number): number[] => [id, ...queue.map((one) => one.id).filter((other) => other !== id)]

  const queued = (one: Queued): TemplateResult => {
    const of = `${one.topic} ${one.id}`
    const button = (text: string, work: () => Promise<void>): TemplateResult =>
      html`<button type="button" aria-label="${text} ${of}" @click=${work}>${text}</button>`
    return html`<tr>
      <td>
        <details><summary>${one.id}</summary><pre>${one.body ?? ''}</pre></details>
      </td>
      <td>${one.topic}</td><td>${one.url}</td><td>${one.due}</td><td>${one.status}, ${one.attempts} sent</td>
      <td class="actions">
        ${button('Deliver', () => act('deliver', { id: one.id }))}
        ${button('Duplicate', () => act('duplicate', { id: one.id }))}
        ${button('Drop', () => act('drop', { id: one.id }))}
        ${button('Send first', () => act('reorder', { ids: first(one.id) }))}
      </td>
    </tr>`
  }

  const attempted = (one: Attempt): TemplateResult =>
    html`<li>
      <details>
        <summary>
          ${one.at} ${one.request.url} <strong>${one.response?.status ?? 'no response'}</strong> ${one.why}
        </summary>
        <button type="button" @click=${() => act('replay', { event_id: one.event_id })}>Replay</button>
        <pre tabindex="0" role="region" aria-label="Bytes of the attempt at ${one.at}">${bytesOf(one)}</pre>
      </details>
    </li>`

  return {
    name: 'Webhooks',
    async load() {
      const [known, waiting, sent] = await Promise.all([
        controls.get<State>('/webhooks'),
        controls.get<readonly Queued[]>('/webhooks/queue'),
        controls.get<readonly Attempt[]>('/webhooks/attempts?last=200'),
      ])
      queue = waiting.slice(0, 200)
      attempts = [...sent].reverse()
      state = known
    },
    render: () =>
      html`<div class="bar">
          <button type="button" @click=${() => act('hold')}>Hold</button>
          <button type="button" @click=${() => act('release')}>Release</button>
          <button type="button" @click=${() => act('flush')}>Send what is due</button>
          <span class="count">${stateOf(state)}</span>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label="Queue and attempts">
          <table aria-label="Webhooks">
            <thead>
              <tr>
                <th scope="col">Delivery</th><th scope="col">Topic</th><th scope="col">To</th><th scope="col">Due</th>
                <th scope="col">State</th><th scope="col"><span class="hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>${queue.map(queued)}</tbody>
          </table>
          ${queue.length === 0 ? html`<p class="empty">No delivery waits.</p>` : ''}
          <h2>Attempts</h2>
          <ul class="attempts" aria-label="Attempts">${attempts.map(attempted)}</ul>
        </div>`,
  }
}

const bytesOf = ({ request, response }: Attempt): string =>
  [
    `POST ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    '',
    request.body,
    '',
    response ? `${response.status}\n${response.body}` : 'no response',
  ].join('\n')

function stateOf({ held, targets }: State): string {
  const to = targets.map(({ prefix, target }) => `${prefix ?? 'a rule'} to ${target ?? 'a function'}`)
  const reach =
    to.length === 0
      ? 'No receiver is connected: every delivery counts as refused.'
      : `Connected: ${to.join(', ')}.`
  return held ? `Deliveries are held. ${reach}` : reach
}
