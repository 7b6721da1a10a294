import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QueuedDelivery } from '../../index'
import { type AttemptJson, type DeliveryId, deliveryName, failedDeliveries, isFailed } from './attempt'
import type { Registered } from './endpoints'
import type { Line } from './entries'
import type { Controls } from './port'
import { undoably } from './undone'
import type { ViewContext } from './view'
import { button, cutParts, entryLink, instantElement } from './widgets'

/** The key tells apart attempts that are alike, such as duplicates at one instant. */
type KeyedAttempt = AttemptJson & { readonly key: string }

interface Queued {
  readonly queued: readonly number[]
}

interface AttemptsShown {
  readonly queue: readonly QueuedDelivery[]
  readonly registered: readonly Registered[]
}

const PATH = '/webhooks/attempts'
/** Earlier attempts are read when they are asked for, and when a link leads to one of them. */
const ATTEMPTS_AT_FIRST = 200

/** Attempts to deliver, the latest first, with their bytes. */
export class AttemptList {
  /** Oldest first. */
  #latest: readonly AttemptJson[] = []
  #attempts: readonly KeyedAttempt[] = []
  #hasEarlier = false
  #revealed: string | undefined
  #atMost = ATTEMPTS_AT_FIRST
  #isFailedOnly = false

  constructor(private readonly context: ViewContext) {}

  get count(): number {
    return this.#attempts.length
  }

  reveal(event: string | undefined): void {
    this.#revealed = event
  }

  async load(controls: Controls): Promise<void> {
    const read = await controls.get<readonly AttemptJson[]>(`${PATH}?last=${this.#atMost + 1}`)
    const found = read.slice(-this.#atMost)
    this.#latest = found
    this.#hasEarlier = read.length > this.#atMost
    const isRevealed = ({ event_id }: AttemptJson): boolean => event_id === this.#revealed
    const isMissing = this.#revealed !== undefined && !found.some(isRevealed)
    const shown = isMissing ? (await controls.get<readonly AttemptJson[]>(PATH)).filter(isRevealed) : found
    this.#attempts = keyed(shown).reverse()
  }

  render(lines: readonly Line[], context: AttemptsShown): TemplateResult {
    const deliveries = new Map<unknown, Line[]>()
    for (const line of lines) {
      const event = line.entry.event_id
      if (event !== undefined) deliveries.set(event, [...(deliveries.get(event) ?? []), line])
    }
    const shown = this.#attempts.filter(
      (one) => this.context.range.holds(one.at) && (!this.#isFailedOnly || isFailed(one)),
    )
    // By their keys, so that the focus and an opened attempt stay where they are when another one comes in above.
    return html`${this.count === 0 ? nothing : this.#bar(shown, context)}
      <ul class="attempts" aria-label="Attempts">
        ${repeat(
          shown,
          ({ key }) => key,
          (one) =>
            this.#attempt(
              one,
              deliveries.get(one.event_id) ?? [],
              context.registered.find(({ uuid }) => uuid === one.webhook_uuid),
            ),
        )}
      </ul>
      ${this.count === 0 ? html`<p class="empty">No delivery was attempted.</p>` : nothing}
      ${
        this.#hasEarlier
          ? button('Show earlier attempts', () => {
              this.#atMost *= 5
              void this.context.attempt(() => this.load(this.context.controls))
            })
          : nothing
      }`
  }

  /** Each goes to its own endpoint, and to none at which it waits already. */
  replay(deliveries: readonly DeliveryId[], activate: boolean): void {
    void undoably(this.context, async () => {
      let queued = 0
      for (const { event_id, webhook_uuid } of deliveries) {
        const body = { event_id, webhook_uuid, activate }
        queued += (await this.context.controls.send<Queued>('POST', '/webhooks/replay', body)).queued.length
      }
      const waiting = deliveries.length - queued
      return `${queued} queued again.${waiting > 0 ? ` ${waiting} waited already.` : ''}`
    })
  }

  #bar(shown: readonly AttemptJson[], { queue, registered }: AttemptsShown): TemplateResult {
    const names = new Set(shown.map(deliveryName))
    const failed = failedDeliveries([...this.#attempts].reverse(), queue).filter((one) =>
      names.has(deliveryName(one)),
    )
    const [active, inactive] = [true, false].map((state) =>
      failed.filter(({ webhook_uuid }) =>
        registered.some(({ uuid, is_active }) => uuid === webhook_uuid && is_active === state),
      ),
    ) as [DeliveryId[], DeliveryId[]]
    return html`<div class="bar">
      <label><input type="checkbox" .checked=${this.#isFailedOnly} @change=${() => {
        this.#isFailedOnly = !this.#isFailedOnly
        this.context.update()
      }} /> Failed only</label>
      ${
        active.length === 0
          ? nothing
          : button(`Send ${active.length} failed events again`, () => this.replay(active, false))
      }
      ${
        inactive.length === 0
          ? nothing
          : button(`Activate disabled webhooks and send ${inactive.length}`, () =>
              this.replay(inactive, true),
            )
      }
      <span class="count">${shown.length} of ${this.#hasEarlier ? 'the latest ' : ''}${this.count}</span>
    </div>`
  }

  /** The number of the attempt to send its event to its endpoint. The timeline has earlier ones, too. */
  #tryOf(one: AttemptJson, deliveries: readonly Line[]): number {
    if (this.#hasEarlier)
      return deliveries.filter(({ entry }) => entry.url === one.request.url && entry.at <= one.at).length || 1
    const own = this.#latest.filter((other) => deliveryName(other) === deliveryName(one))
    return own.findIndex(({ at }) => at === one.at) + 1 || 1
  }

  #attempt(one: AttemptJson, deliveries: readonly Line[], hook: Registered | undefined): TemplateResult {
    const { event_id, at, why, request, response } = one
    const isRevealed = event_id === this.#revealed
    const line = deliveries.find(({ entry }) => entry.at >= at)
    const tone = isFailed(one) ? 'bad' : 'good'
    const name = `${deliveries[0]?.entry.topic ?? ''} to ${request.url}`
    return html`<li class=${isRevealed ? 'revealed' : ''}>
      <details ?open=${isRevealed}>
        <summary ?data-revealed=${isRevealed}>
          <span class="columns">
            ${instantElement(at)} <span class="cut" title=${request.url}>${cutParts(name, request.url)}</span>
            <strong class=${tone}>${response?.status ?? 'no response'}</strong>
            <span>try ${this.#tryOf(one, deliveries)}</span>
            <span class="quiet">${why}</span>
          </span>
        </summary>
        <div class="bar">
          ${
            // A webhook that was deleted gets nothing any more.
            hook === undefined
              ? nothing
              : button(hook.is_active ? 'Replay' : 'Activate and replay', () =>
                  this.replay([one], !hook.is_active),
                )
          }
          ${line ? html`<span>In the timeline: ${entryLink(line, this.context.go)}</span>` : nothing}
        </div>
        <pre tabindex="0" role="region" aria-label="Bytes of the attempt at ${at}">${bytesOf(one)}</pre>
      </details>
    </li>`
  }
}

function keyed(attempts: readonly AttemptJson[]): KeyedAttempt[] {
  const seen = new Map<string, number>()
  return attempts.map((one) => {
    const name = `${one.event_id} ${one.at}`
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { ...one, key: `${name} ${nth}` }
  })
}

const bytesOf = ({ request, response }: AttemptJson): string =>
  [
    `POST ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    '',
    request.body,
    '',
    response ? `${response.status}\n${response.body}` : 'no response',
  ].join('\n')
