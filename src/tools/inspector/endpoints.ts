import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QueuedDelivery, RegisteredWebhook } from '../../index'
import { grouped, tooOldText } from './amounts'
import type { AttemptJson } from './attempt'
import type { EndpointVerb, Go, Line } from './entries'
import { undoably } from './undone'
import type { ViewContext } from './view'
import { button, entryLink, instantElement, instantText } from './widgets'

/** A registered webhook, as the controls tell it with its attempts (docs/controls.md). */
export interface Registered extends Omit<RegisteredWebhook, 'disabled_reason'> {
  readonly attempts: number
  readonly failed: number
  /** The attempts that failed since the last success. */
  readonly failing: { readonly attempts: number; readonly since: string | null }
  readonly last: Pick<AttemptJson, 'at' | 'response'> | null
  /** The last attempts, oldest first: true for one that succeeded. */
  readonly latest: readonly boolean[]
  readonly missed: number
  readonly unqueued: number | null
  /** Older than the log, as far as the timeline has them; null if the log lacks none. */
  readonly forgotten: {
    readonly before: string
    readonly attempts: number
    readonly failed: number
    readonly missed: number
  } | null
}

/** An assumption of the world says how long (§14.4). */
export const FAILED_TOO_LONG = 'because its receiver failed for too long'

/** A single failure is tried again soon. */
const FAILING_FROM = 2

export type Hook = Pick<Registered, 'url' | 'is_active' | 'disabled_at' | 'missed'> &
  Partial<Pick<Registered, 'uuid' | 'failing' | 'last' | 'forgotten'>>

/** Tells how an active webhook fails; empty if it does not, or if nothing was sent since it is active again. */
export function failingText({ is_active, url, uuid, failing, last }: Hook, lines: readonly Line[]): string {
  if (!is_active || !failing?.since || !last) return ''
  const own = lines.filter(({ entry }) =>
    entry.kind === 'delivery' ? entry.url === url : entry.webhook_uuid === uuid,
  )
  // Attempts from before it was active again count no more.
  const begin = own.map(({ entry }) => entry.change).lastIndexOf('reactivated') + 1
  const failed = own.slice(begin).slice(-failing.attempts)
  const [first] = failed
  return first && failed.length >= FAILING_FROM ? failedText(failed.length, first.entry.at, last) : ''
}

const failedText = (count: number, since: string, last: Pick<AttemptJson, 'response'>): string =>
  `${grouped(count)} attempts failed since ${instantText(since)}; the last answer: ${answerOf(last)}`

/** The data and the actions of the cards of endpoints. */
export interface EndpointsShown {
  readonly queue: readonly QueuedDelivery[]
  readonly lines: readonly Line[]
  readonly go: Go
  readonly revealed: string | undefined
  act(verb: EndpointVerb, uuid: string): void
  /** True where a key is known that may do it. */
  readonly canActivate: boolean
  /** The end of the last attempt to catch up, as long as nothing changed since. */
  outcomeOf(hook: Registered): string | undefined
}

export const unqueuedText = (count: number | null): string =>
  count ? ` Later events, which were never queued and cannot be sent (§14.4): ${grouped(count)}.` : ''

/** Activates a webhook as a client does it. */
export const activate = (context: ViewContext, uuid: string): Promise<void> =>
  undoably(context, async () => {
    const { controls, refuse } = context
    const { apiKey } = await controls.get<{ apiKey: string }>('')
    const { response } = await controls.send<{ response: { status: number } | null }>('POST', '/requests', {
      method: 'PATCH',
      path: `/public/v2/webhooks/${uuid}/`,
      headers: { 'content-type': 'application/json', 'X-API-KEY': apiKey },
      body: JSON.stringify({ is_active: true }),
    })
    if (response?.status === 200) return 'It is active again.'
    refuse('The service refused it: see the timeline.')
    return undefined
  })

/** The registered webhooks: how their attempts went, why they are disabled, and what to do about it. */
export const endpointCards = (registered: readonly Registered[], shown: EndpointsShown): TemplateResult =>
  registered.length === 0
    ? html`<p class="empty">No webhook is registered.</p>`
    : html`<ul class="cards endpoints" aria-label="Endpoints">
        ${registered.map((one) => card(one, shown))}
      </ul>`

function card(hook: Registered, shown: EndpointsShown): TemplateResult {
  const { uuid, url, topics, is_active, attempts, failed, last, latest, missed } = hook
  const { forgotten } = hook
  const tooOld = tooOldText(hook)
  const waiting = shown.queue.filter((one) => one.webhook_uuid === uuid).length
  const failing = failingText(hook, shown.lines)
  const [state, tone] = is_active
    ? failing
      ? ['active, but failing', 'odd']
      : ['active', 'good']
    : ['disabled', 'bad']
  const isRevealed = uuid === shown.revealed
  const outcome = shown.outcomeOf(hook)
  return html`<li aria-label=${url} tabindex="-1" class=${isRevealed ? 'revealed' : ''} ?data-revealed=${isRevealed}>
    <strong class=${tone}>${state}</strong>
    <div>
      <strong>${url}</strong>
      <span class="ticks" role="img" aria-label="${attempts - failed} of ${attempts} attempts succeeded"
        >${latest.map((went) => html`<i class=${went ? 'good' : 'bad'}></i>`)}</span>
      <p class="quiet">
        ${grouped(waiting)} waiting, ${grouped(attempts)} attempts, ${grouped(failed)} failed${
          last ? html`, last ${instantElement(last.at)}` : nothing
        }; ${topics.join(', ')}
      </p>
      ${missed > 0 ? html`<p class="quiet">${MISSED}: ${grouped(missed)}</p>` : nothing}
      ${
        forgotten?.attempts
          ? html`<p class="quiet">Attempts from before ${instantText(forgotten.before)}, which the log lacks:
              ${grouped(forgotten.attempts)}, of which ${grouped(forgotten.failed)} failed.
              ${tooOld && `Events ${tooOld}.`}</p>`
          : nothing
      }
      ${is_active ? (failing ? html`<p>${failing}.</p>` : nothing) : whyDisabled(hook, shown)}
      ${outcome ? html`<p>${outcome}</p>` : nothing}
    </div>
    <span class="bar">
      ${
        is_active || !shown.canActivate
          ? nothing
          : button('Activate', () => shown.act('activate', uuid), { label: `Activate ${url}` })
      }
      ${
        missed === 0
          ? nothing
          : button(`${is_active ? 'Send' : 'Activate and send'} the ${grouped(missed)} it missed`, () =>
              shown.act('catchUp', uuid),
            )
      }
    </span>
  </li>`
}

const MISSED = 'Events missed (not delivered, and none waits)'

/** The attempts that failed at the end, what the receiver said, and the entry that tells of it. */
function whyDisabled(
  { uuid, disabled_at, failing, last, unqueued }: Registered,
  { lines, go }: EndpointsShown,
): TemplateResult {
  const disabled = lines.filter(
    (line) =>
      line.entry.kind === 'webhook' && line.entry.webhook_uuid === uuid && line.entry.change === 'disabled',
  )
  const entry = disabled.at(-1)
  return html`<p>
    ${
      disabled_at === null
        ? 'Disabled by a request.'
        : `Disabled ${instantText(disabled_at)}, ${FAILED_TOO_LONG}.`
    }
    ${failing.since && last ? `${failedText(failing.attempts, failing.since, last)}.` : nothing}
    ${unqueuedText(unqueued)}
    ${entry ? entryLink(entry, go) : nothing}
  </p>`
}

const ANSWER_AT_MOST = 60

const answerOf = ({ response }: Pick<AttemptJson, 'response'>): string =>
  response ? `${response.status} ${response.body.slice(0, ANSWER_AT_MOST)}`.trim() : 'none'
