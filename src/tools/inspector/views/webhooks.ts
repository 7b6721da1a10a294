import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QueuedDelivery } from '../../../index'
import { grouped } from '../amounts'
import { AttemptList } from '../attempts'
import { endpointCards, type Registered } from '../endpoints'
import type { Line } from '../entries'
import { QueueTable } from '../queue-table'
import type { View, ViewContext } from '../view'
import { button } from '../widgets'

interface State {
  readonly held: boolean
  readonly targets: readonly { readonly prefix: string | null; readonly target: string | null }[]
}

const PARTS = ['Everything', 'Endpoints', 'Queue', 'Attempts'] as const
type Part = (typeof PARTS)[number]

/** Endpoints, the queue with every verb, and the attempts with their bytes. */
export function webhooksView(context: ViewContext): View {
  const { controls, timeline, update, attempt, send, tell } = context
  let queue: readonly QueuedDelivery[] = []
  let lines: readonly Line[] = []
  let registered: readonly Registered[] = []
  let state: State = { held: false, targets: [] }
  let part: Part = 'Everything'
  /** The simulator's own key, where its organisation is shown. */
  let apiKey: string | undefined
  const act = (verb: string, done: string): Promise<void> => send('POST', `/webhooks/${verb}`, done)
  /** As a client does it, with the simulator's own key. */
  const activate = (uuid: string): Promise<void> =>
    attempt(async () => {
      const { response } = await controls.send<{ response: { status: number } | null }>('POST', '/requests', {
        method: 'PATCH',
        path: `/public/v2/webhooks/${uuid}/`,
        headers: { 'content-type': 'application/json', 'X-API-KEY': apiKey },
        body: JSON.stringify({ is_active: true }),
      })
      tell(response?.status === 200 ? 'It is active again.' : 'The service refused it: see the timeline.')
    })
  const catchUp = ({ uuid: webhook_uuid }: Registered): Promise<void> =>
    attempt(async () => {
      const { sent, waiting, failed } = await controls.send<Record<'sent' | 'waiting' | 'failed', number>>(
        'POST',
        '/webhooks/catch-up',
        { webhook_uuid },
      )
      const later =
        waiting > 0 ? ` ${grouped(waiting)} wait because one failed, and are tried again as time passes.` : ''
      tell(`${grouped(sent)} sent.${failed > 0 ? ` ${grouped(failed)} failed.` : ''}${later}`)
    })
  const attempts = new AttemptList(context)
  const table = new QueueTable(context)

  const section = (name: Part, content: () => TemplateResult): TemplateResult | typeof nothing =>
    part === 'Everything' || part === name ? html`<h2>${name}</h2>${content()}` : nothing

  return {
    name: 'Webhooks',
    reveal({ event }) {
      if (event !== undefined) part = 'Everything'
      table.reveal(event)
      attempts.reveal(event)
    },
    async load() {
      const [known, waiting, hooks] = await Promise.all([
        controls.get<State>('/webhooks'),
        controls.get<readonly QueuedDelivery[]>('/webhooks/queue'),
        controls.get<readonly Registered[]>('/webhooks/endpoints'),
        attempts.load(controls),
      ])
      apiKey =
        controls.organization === undefined ? (await controls.get<{ apiKey: string }>('')).apiKey : undefined
      lines = waiting.length + attempts.count > 0 ? await timeline.lines() : []
      queue = waiting
      table.queue = waiting
      state = known
      registered = hooks
    },
    render: () =>
      html`<div class="bar">
          <button type="button" aria-pressed=${state.held} @click=${() =>
            act('hold', 'From here on nothing is sent.')}>Hold</button>
          ${button('Release', () => act('release', 'Held deliveries go out again.'))}
          ${button('Send what is due', () => act('flush', 'What was due is sent.'))}
          <span class="parts" role="group" aria-label="What is shown">${PARTS.map(
            (name) =>
              html`<button type="button" aria-pressed=${part === name} @click=${() => {
                part = name
                update()
              }}>${name}</button>`,
          )}</span>
          <span class="count">${stateOf(state)}</span>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label="Queue and attempts">
          ${section('Endpoints', () =>
            endpointCards(registered, {
              queue,
              lines,
              go: context.go,
              catchUp,
              activate: apiKey === undefined ? undefined : activate,
            }),
          )}
          ${section('Queue', () => table.render(lines))}
          ${section('Attempts', () => attempts.render(lines, { queue, registered }))}
        </div>`,
  }
}

function stateOf({ held, targets }: State): string {
  const to = targets.map(({ prefix, target }) => `${prefix ?? 'a rule'} to ${target ?? 'a function'}`)
  const reach =
    to.length === 0
      ? 'No receiver is connected: every delivery counts as refused.'
      : `Connected: ${to.join(', ')}.`
  return held ? `Deliveries are held. ${reach}` : reach
}
