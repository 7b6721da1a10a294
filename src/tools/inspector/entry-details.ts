import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { canFail } from './copies'
import { dataTable } from './data-table'
import { detailsPane } from './details-pane'
import { type EntryJson, type Go, type Line, sentKey } from './entries'
import { memoizeLast } from './incremental'
import { bodyView, valueView } from './json-view'
import { Controls, type ControlsPort, type Moment } from './port'
import { triesList } from './tries'
import { button, entryLink, instantElement, link, listenerOf, recordLink } from './widgets'

/** A delivery that waits, as far as its cause is concerned. */
export interface Waiting {
  readonly id: number
  readonly event_id: string
  readonly topic: string
  readonly cause: number | null
}

export interface EntryContext {
  readonly lines: readonly Line[]
  readonly queue: readonly Waiting[]
  /** All tries of the request, if there are several. */
  readonly tries: readonly Line[] | undefined
  readonly go: Go
  /** The states to go back to, oldest first; undefined if the simulator keeps none. */
  readonly moments: readonly Moment[] | undefined
  close(): void
  readonly act: EntryActions
}

export interface EntryActions {
  copy(text: string, what: string): void
  copyAs(line: Line, form: CopyForm): void
  sendAgain(line: Line): void
  failNext(line: Line): void
  /** Goes back to the latest state that is kept from before an entry. */
  goBefore(sequence: number): void
}

const COPY_FORMS = ['cURL', 'fetch', 'fault', 'test'] as const
export type CopyForm = (typeof COPY_FORMS)[number]

/** The reason of one entry, what caused it and what it caused, with headers and bodies. */
export function entryDetails(line: Line, around: EntryContext): TemplateResult {
  const { entry, method, path } = line
  const { at, request, unseen } = entry
  const { copy } = around.act
  return detailsPane(
    { name: 'Details of the entry', title: `${method} ${path}`, close: around.close },
    html`<p class="quiet">#${entry.sequence}, ${instantElement(at)}${entry.key ? `, key ${entry.key}` : ''}</p>
      ${reasonOf(line, around.go)} ${actionsOf(line, around)} ${triesList(around.tries, around.go)}
      ${causesOf(line, around)}
      ${request ? html`${queryOf(request.url)} ${message('Request', request, copy)}` : plain(entry)}
      ${request ? responseOf(entry, copy) : nothing}
      ${
        unseen
          ? message(`The service answered ${unseen.status}, which the client did not see`, unseen, copy)
          : nothing
      }`,
  )
}

function reasonOf({ entry: { kind, reason }, why }: Line, go: Go): TemplateResult | typeof nothing {
  const { rule, section } = reason ?? {}
  if (why === '' && kind !== 'request') return nothing
  const filter = `rule:${rule}`
  return html`<h3>Reason</h3>
    <p>${why || 'As documented.'}</p>
    ${rule ? html`<p>${link(`All with ${filter}`, () => go('Timeline', { filter }))}</p>` : nothing}
    ${section ? cited(section) : nothing}`
}

/** The entry that caused an entry, and those that it caused. */
const relatives = memoizeLast(
  (lines: readonly Line[], sequence: number, cause: unknown) =>
    [
      cause ? lines.find((one) => one.entry.sequence === cause) : undefined,
      lines.filter((one) => one.entry.cause === sequence),
    ] as const,
)

/** Links to the fault, bucket, records and events behind the entry, and to its cause. */
function causesOf({ entry }: Line, { lines, queue, go }: EntryContext): TemplateResult | typeof nothing {
  const { sequence, fault, reason, record, records = [], cause, event_id: event, organization } = entry
  const bucket = reason?.bucket
  const about = [reason?.record, record, ...records].flatMap((one) => one ?? [])
  const [causing, caused] = relatives(lines, sequence, cause)
  const waiting = queue.filter((one) => one.cause === sequence)
  const links = [
    causing && html`Caused by ${entryLink(causing, go)}`,
    cause !== null &&
      cause !== undefined &&
      !causing &&
      html`Caused by #${cause}, which is not kept any more`,
    fault && html`Hit by ${link(`Fault ${fault}`, () => go('Faults', { fault }))}`,
    bucket &&
      html`Refused by ${link(`Bucket: ${bucket}`, () => go('Limits', { bucket, key: sentKey(entry) }))}`,
    ...about.map((one) => html`About ${recordLink(one, go, organization)}`),
    event &&
      html`Sent as ${link('attempts with their bytes', () => go('Webhooks', { event, organization }))}`,
    ...caused.map((one) => html`Caused ${entryLink(one, go)}`),
    ...waiting.map(
      ({ id, topic, event_id }) =>
        html`Caused ${link(`${topic}, delivery ${id}, waiting`, () => go('Webhooks', { event: event_id }))}`,
    ),
  ].filter(Boolean)
  if (links.length === 0) return nothing
  return html`<h3>Cause and effect</h3>
    <ul class="links">
      ${links.map((one) => html`<li>${one}</li>`)}
    </ul>`
}

const MISSING: Readonly<Record<string, string>> = {
  held: 'No response yet: it waits for the clock',
  aborted: 'No response: the client gave up',
  lost: 'No response: the client got a network error',
}

const responseOf = ({ response, outcome = 'held' }: EntryJson, copy: EntryActions['copy']): TemplateResult =>
  response ? message(`Response ${response.status}`, response, copy) : html`<h3>${MISSING[outcome]}</h3>`

const plain = (entry: EntryJson): TemplateResult =>
  html`<h3>Entry</h3>
    <div class="json">${valueView('', entry, 0)}</div>`

/** The parameters of the query, as they were meant. */
function queryOf(url: string): TemplateResult | typeof nothing {
  const given = [...new URL(url).searchParams]
  return given.length === 0
    ? nothing
    : dataTable('Query', ['Parameter', 'Value'], given, { isMultiline: true })
}

const message = (
  title: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null },
  copy: EntryActions['copy'],
): TemplateResult =>
  html`<div class="title">
      <h3>${title}</h3>
      ${
        body
          ? button('Copy', () => copy(body, 'The body'), {
              label: `Copy the body of ${title}`,
              style: 'small',
            })
          : nothing
      }
    </div>
    ${body ? bodyView(body) : html`<p class="quiet">No body</p>`}
    <details>
      <summary>Headers</summary>
      <pre>${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}</pre>
    </details>`

/** Tells whether the entry changed the world between two others. A refusal changes nothing. */
const isBetween = ({ kind, changed, sequence }: EntryJson, after: number, before: number): boolean =>
  sequence > after && sequence < before && (kind !== 'request' || changed === true)

/** Back to before an entry; where that is not kept any more, why not, and the first state that is. */
function goingBack(
  { entry: { sequence } }: Line,
  { act, moments, go, lines }: EntryContext,
): TemplateResult | typeof nothing {
  const [oldest] = moments ?? []
  if (!moments || !oldest) return nothing
  const nearest = moments.filter(({ after }) => after < sequence).at(-1)
  const isFar = nearest && lines.some(({ entry }) => isBetween(entry, nearest.after, sequence))
  if (nearest)
    return html`${button('Go back to before this', () => act.goBefore(sequence))} ${
      isFar
        ? html`<span class="quiet"
            >That is after #${nearest.after}, ${instantElement(nearest.at)}: the nearest state that is kept.</span
          >`
        : nothing
    }`
  return html`${button('Go back to before this', () => undefined, { isDisabled: true })}
    ${
      oldest.after < (lines.at(-1)?.entry.sequence ?? 0)
        ? button(`Go back to after #${oldest.after}`, () => act.goBefore(oldest.after + 1))
        : nothing
    }
    <span class="quiet">The oldest state that is kept is after #${oldest.after}; ${link('Snapshots', () =>
      go('Snapshots'),
    )} may hold an earlier one.</span>`
}

const actionsOf = (line: Line, around: EntryContext): TemplateResult => {
  const { act } = around
  const isRequest = line.entry.request?.method !== undefined
  const forms = COPY_FORMS.filter((form) => form !== 'fault' || canFail(line.entry))
  return html`<div class="bar entry-actions" role="group" aria-label="What to do with this entry">
    ${isRequest ? button('Send again', () => act.sendAgain(line)) : nothing}
    ${canFail(line.entry) ? button('Fail the next one like this', () => act.failNext(line)) : nothing}
    ${goingBack(line, around)}
    ${
      isRequest
        ? html`<span class="bar">Copy as ${forms.map((form) =>
            button(form, () => act.copyAs(line, form), { label: `Copy this entry as ${form}` }),
          )}</span>`
        : nothing
    }
  </div>`
}

/** A section of docs/service.md that a reason cites. Opened, it shows the text, where a server has it at hand. */
const cited = (number: string): unknown =>
  repeat(
    [number],
    String,
    () => html`<details @toggle=${show(number)}><summary>§${number}</summary><pre></pre></details>`,
  )

const show =
  (number: string) =>
  async (event: Event): Promise<void> => {
    const details = listenerOf(event)
    const text = details.querySelector('pre')
    const panel: Element & { readonly port?: ControlsPort } = (details.getRootNode() as ShadowRoot).host
    const { port } = panel
    if (!text || text.textContent || !port) return
    const found = await new Controls(port)
      .find<{ readonly text: string }>(`/ui/sections/${number}.json`)
      .catch(() => undefined)
    text.textContent = found?.text ?? `docs/service.md of the package has section ${number}.`
  }
