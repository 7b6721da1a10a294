import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QueuedDelivery } from '../../../index'
import { grouped } from '../amounts'
import { AttemptList } from '../attempts'
import { activate, endpointCards, type Registered, unqueuedText } from '../endpoints'
import type { Line } from '../entries'
import { QueueTable } from '../queue-table'
import { undoably } from '../undone'
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
  const { controls, timeline, update, send } = context
  let queue: readonly QueuedDelivery[] = []
  let lines: readonly Line[] = []
  let registered: readonly Registered[] = []
  let state: State = { held: false, targets: [] }
  let part: Part = 'Everything'
  let revealed: string | undefined
  /** The sentences of the endpoints that caught up, each with the state that it is of. */
  const outcomes = new Map<string, readonly [text: string, of: string]>()
  const act = (verb: string, done: string): Promise<void> => send('POST', `/webhooks/${verb}`, done)
  /** A reset begins another world. */
  const stateOfEndpoint = ({ is_active, attempts, missed, topics }: Registered): string =>
    [timeline.world, is_active, attempts, missed, topics].join()
  const endpoints = () => controls.get<readonly Registered[]>('/webhooks/endpoints')
  const catchUp = (webhook_uuid: string): Promise<void> =>
    undoably(context, async () => {
      const own = async () => (await endpoints()).find(({ uuid }) => uuid === webhook_uuid)
      const before = await own()
      const { sent, waiting, failed } = await controls.send<Record<'sent' | 'waiting' | 'failed', number>>(
        'POST',
        '/webhooks/catch-up',
        { webhook_uuid },
      )
      const later =
        waiting > 0 ? ` ${grouped(waiting)} wait because one failed, and are tried again as time passes.` : ''
      const failures = failed > 0 ? ` ${grouped(failed)} failed.` : ''
      const text = `${grouped(sent)} sent.${failures}${later}${unqueuedText(before?.unqueued ?? null)}`
      const after = await own()
      if (after) outcomes.set(webhook_uuid, [text, stateOfEndpoint(after)])
      return text
    })
  const verbs = { activate: (uuid: string) => activate(context, uuid), catchUp }
  const attempts = new AttemptList(context)
  const table = new QueueTable(context)

  const section = (name: Part, content: () => TemplateResult): TemplateResult | typeof nothing =>
    part === 'Everything' || part === name ? html`<h2>${name}</h2>${content()}` : nothing

  return {
    name: 'Webhooks',
    reveal({ event, webhook, verb }) {
      if (webhook ?? event) part = 'Everything'
      revealed = webhook
      if (webhook && verb) void verbs[verb](webhook)
      table.reveal(event)
      attempts.reveal(event)
    },
    async load() {
      const [known, waiting, hooks] = await Promise.all([
        controls.get<State>('/webhooks'),
        controls.get<readonly QueuedDelivery[]>('/webhooks/queue'),
        endpoints(),
        attempts.load(controls),
      ])
      lines = waiting.length + attempts.count + outcomes.size > 0 ? await timeline.lines() : []
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
              revealed,
              act: (verb, uuid) => verbs[verb](uuid),
              // The simulator's own key may, where its organisation is shown.
              canActivate: controls.organization === undefined,
              outcomeOf(hook) {
                const [text, of] = outcomes.get(hook.uuid) ?? []
                return of === stateOfEndpoint(hook) ? text : undefined
              },
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
