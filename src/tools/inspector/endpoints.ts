import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QueuedDelivery, RegisteredWebhook } from '../../index'
import { type AttemptJson, type DeliveryId, failedDeliveries, isFailed } from './attempt'
import type { Go, Line } from './entries'
import { entryLink, instantElement, instantText } from './widgets'

export type Registered = Omit<RegisteredWebhook, 'disabled_reason'>

/** The data and the actions of the cards of endpoints. */
export interface EndpointsShown {
  readonly queue: readonly QueuedDelivery[]
  /** Oldest first. */
  readonly attempts: readonly AttemptJson[]
  /** The number of attempts that are shown, if there are earlier ones. */
  readonly among: number | undefined
  readonly lines: readonly Line[]
  readonly go: Go
  replay(missed: readonly DeliveryId[], activate: boolean): void
  /** Undefined where no key is known that may do it. */
  readonly activate: ((uuid: string) => void) | undefined
}

/** Attempts beyond these are no ticks. */
const TICKS_AT_MOST = 60

/** The registered webhooks: how their attempts went, why they are disabled, and what to do about it. */
export const endpointCards = (registered: readonly Registered[], shown: EndpointsShown): TemplateResult =>
  registered.length === 0
    ? html`<p class="empty">No webhook is registered.</p>`
    : html`<ul class="cards endpoints" aria-label="Endpoints">
        ${registered.map((one) => card(one, shown))}
      </ul>`

function card(hook: Registered, shown: EndpointsShown): TemplateResult {
  const { uuid, url, topics, is_active } = hook
  const own = shown.attempts.filter((one) => one.webhook_uuid === uuid)
  const missed = failedDeliveries(own, shown.queue)
  const waiting = shown.queue.filter((one) => one.webhook_uuid === uuid).length
  const failed = own.filter(isFailed).length
  const of = shown.among === undefined ? '' : ` of the latest ${shown.among}`
  return html`<li aria-label=${url}>
    <strong class=${is_active ? 'good' : 'bad'}>${is_active ? 'active' : 'disabled'}</strong>
    <div>
      <strong>${url}</strong>
      <span class="ticks" role="img" aria-label="${own.length - failed} of ${own.length} attempts succeeded"
        >${own.slice(-TICKS_AT_MOST).map((one) => html`<i class=${isFailed(one) ? 'bad' : 'good'}></i>`)}</span>
      <p class="quiet">
        ${waiting} waiting, ${own.length} sent${of}, ${failed} failed${
          own.length > 0 ? html`, last ${instantElement((own.at(-1) as AttemptJson).at)}` : nothing
        }; ${topics.join(', ')}
      </p>
      ${is_active ? nothing : whyDisabled(hook, own, shown)}
    </div>
    <span class="bar">
      ${
        is_active || !shown.activate
          ? nothing
          : html`<button type="button" aria-label="Activate ${url}" @click=${() => shown.activate?.(uuid)}>
              Activate</button>`
      }
      ${
        missed.length === 0
          ? nothing
          : html`<button type="button" @click=${() => shown.replay(missed, !is_active)}>
              ${is_active ? 'Send' : 'Activate and send'} the ${missed.length} it missed</button>`
      }
    </span>
  </li>`
}

/** The attempts that failed at the end, what the receiver said, and the entry that tells of it. */
function whyDisabled(
  { uuid, disabled_at }: Registered,
  own: readonly AttemptJson[],
  { lines, go }: EndpointsShown,
): TemplateResult {
  const disabled = lines.filter(
    (line) =>
      line.entry.kind === 'webhook' && line.entry.webhook_uuid === uuid && line.entry.change === 'disabled',
  )
  const entry = disabled.at(-1)
  const failures = own.slice(own.map(isFailed).lastIndexOf(false) + 1)
  const [first, last] = [failures[0], failures.at(-1)]
  return html`<p>
    ${
      disabled_at === null
        ? 'Disabled by a request.'
        : `Disabled ${instantText(disabled_at)}, because its receiver failed for too long.`
    }
    ${
      first && last
        ? `${failures.length} of ${own.length} attempts failed from ${instantText(first.at)} to ` +
          `${instantText(last.at)}; the last answer: ${answerOf(last)}.`
        : nothing
    }
    ${entry ? entryLink(entry, go) : nothing}
  </p>`
}

const ANSWER_AT_MOST = 60

const answerOf = ({ response }: AttemptJson): string =>
  response ? `${response.status} ${response.body.slice(0, ANSWER_AT_MOST)}`.trim() : 'none'
