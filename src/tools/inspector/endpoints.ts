import { html, nothing, type TemplateResult } from 'lit/html.js'
import { dataTable } from './data-table'
import { instantElement, instantText } from './instants'
import type { QueuedJson } from './queue-table'

export interface Registered {
  readonly uuid: string
  readonly url: string
  readonly topics: readonly string[]
  readonly is_active: boolean
  readonly disabled_at: string | null
}

/** The counts of attempts to one endpoint. */
export interface Tally {
  readonly sent: number
  readonly failed: number
  readonly last: string
}

/** @param among the latest attempts that are counted, if these are not all */
export function tallyColumns(among: number | undefined): readonly string[] {
  const of = among === undefined ? '' : `, of the latest ${among}`
  return [`Sent${of}`, `Failed${of}`, 'Last attempt']
}

/** The registered webhooks: how many deliveries wait for each, and how the attempts went. */
export const endpointTable = (
  registered: readonly Registered[],
  queue: readonly QueuedJson[],
  tallies: ReadonlyMap<string, Tally>,
  among: number | undefined,
): TemplateResult =>
  registered.length === 0
    ? html`<p class="empty">No webhook is registered.</p>`
    : dataTable(
        'Endpoints',
        ['URL', 'State', 'Waiting', ...tallyColumns(among), 'Topics'],
        registered.map(({ uuid, url, topics, is_active }) => {
          const { sent, failed, last } = tallies.get(uuid) ?? { sent: 0, failed: 0, last: '' }
          return [
            url,
            html`<span class=${is_active ? 'good' : 'bad'}>${is_active ? 'active' : 'disabled'}</span>`,
            queue.filter((one) => one.webhook_uuid === uuid).length,
            sent,
            failed,
            last === '' ? '' : instantElement(last),
            topics.join(', '),
          ]
        }),
        { isBlockWhenNarrow: true, dropsLastColumns: true },
      )

/** Nothing is sent to these until the app registers or reactivates them. */
export function disabledList(registered: readonly Registered[]): TemplateResult | typeof nothing {
  const ended = registered.filter(({ is_active }) => !is_active)
  if (ended.length === 0) return nothing
  return html`<ul class="notices" aria-label="Disabled webhooks">
    ${ended.map(
      ({ url, disabled_at }) =>
        html`<li>
          <strong class="bad">Disabled</strong> ${url}
          <span class="quiet">
            ${
              disabled_at === null
                ? 'by a request'
                : `since ${instantText(disabled_at)}, because its receiver failed for too long`
            }
          </span>
        </li>`,
    )}
  </ul>`
}
