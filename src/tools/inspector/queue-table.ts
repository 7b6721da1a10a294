import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QueuedDelivery } from '../../index'
import type { Line } from './entries'
import { bodyView } from './json-view'
import type { ViewContext } from './view'
import { button, cutParts, entryLink, instantElement } from './widgets'

/** Messages about deliveries, by the verb of the controls. */
const DONE = {
  deliver: 'Sent now.',
  drop: 'Dropped; it is never sent.',
  duplicate: 'A copy waits beside it.',
  reorder: 'It goes out first.',
} as const
type Verb = keyof typeof DONE

/** Rows that are shown at once; the others are shown when asked for. */
const PAGE = 100

const NONE = 'No delivery waits.'
const NONE_THEN = 'No delivery of this time waits.'

/** The deliveries that wait, with every verb, for one or for all that are chosen. */
export class QueueTable {
  readonly #opened = new Set<number>()
  readonly #chosen = new Set<number>()
  #queue: readonly QueuedDelivery[] = []
  /** The deliveries that entries of the chosen time caused. */
  #visible: readonly QueuedDelivery[] = []
  #shown = PAGE
  #revealed: string | undefined
  #toOpen: string | undefined

  constructor(private readonly context: ViewContext) {}

  reveal(event: string | undefined): void {
    this.#revealed = event
    this.#toOpen = event
  }

  set queue(queue: readonly QueuedDelivery[]) {
    this.#queue = queue
    const known = new Set(queue.map(({ id }) => id))
    for (const id of this.#chosen) if (!known.has(id)) this.#chosen.delete(id)
    for (const [at, { id, event_id }] of queue.entries()) {
      if (event_id !== this.#toOpen) continue
      this.#opened.add(id)
      this.#shown = Math.max(this.#shown, at + 1)
    }
    this.#toOpen = undefined
  }

  render(lines: readonly Line[]): TemplateResult {
    const { range } = this.context
    const causes = range.current && new Set(range.of(lines).map(({ entry }) => entry.sequence))
    this.#visible = causes ? this.#queue.filter(({ cause }) => causes.has(cause ?? 0)) : this.#queue
    const more = this.#visible.length - this.#shown
    return html`${this.#bulk()}
      <table aria-label="Webhooks" class="stacks queued">
        <thead>
          <tr>
            <th scope="col">Delivery</th><th scope="col">Topic</th><th scope="col">To</th><th scope="col">Due</th>
            <th scope="col">State</th><th scope="col"><span class="hidden">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.#visible.slice(0, this.#shown),
            ({ id }) => id,
            (one) => this.#row(one, lines),
          )}
        </tbody>
      </table>
      ${this.#visible.length === 0 ? html`<p class="empty">${causes ? NONE_THEN : NONE}</p>` : nothing}
      ${
        more > 0
          ? html`<p class="bar"><span class="quiet">${this.#shown} of ${this.#visible.length}</span>
              ${button(`Show ${Math.min(PAGE, more)} more`, () => this.#show(this.#shown + PAGE))}
              ${button('Show all', () => this.#show(this.#visible.length))}</p>`
          : nothing
      }`
  }

  #show(rows: number): void {
    this.#shown = rows
    this.context.update()
  }

  #act(verb: Verb, body: object): void {
    void this.context.send('POST', `/webhooks/${verb}`, DONE[verb], body)
  }

  #bulk(): TemplateResult | typeof nothing {
    if (this.#visible.length === 0) return nothing
    const ids = this.#visible.flatMap(({ id }) => (this.#chosen.has(id) ? [id] : []))
    const isAll = ids.length === this.#visible.length
    const act = (text: string, verb: Verb): TemplateResult =>
      button(`${text} ${ids.length || ''} chosen`, () => this.#act(verb, { ids }), {
        isDisabled: ids.length === 0,
      })
    return html`<div class="bar">
      <label><input type="checkbox" .checked=${isAll} @change=${() => {
        this.#chosen.clear()
        if (!isAll) for (const { id } of this.#visible) this.#chosen.add(id)
        this.context.update()
      }} /> Choose all ${this.#visible.length}</label>
      ${act('Send', 'deliver')} ${act('Discard', 'drop')}
    </div>`
  }

  #row(one: QueuedDelivery, lines: readonly Line[]): TemplateResult {
    const of = `${one.topic} ${one.id}`
    const isRevealed = one.event_id === this.#revealed
    const act = (text: string, verb: Verb, body: object = { id: one.id }): TemplateResult =>
      button(text, () => this.#act(verb, body), { label: `${text} ${of}` })
    // The order with this delivery moved to the front.
    const first = [one.id, ...this.#queue.map(({ id }) => id).filter((id) => id !== one.id)]
    const toggle = (set: Set<number>): void => {
      if (!set.delete(one.id)) set.add(one.id)
      this.context.update()
    }
    return html`<tr class=${isRevealed ? 'revealed' : ''}>
        <td>
          <input type="checkbox" aria-label="Choose ${of}" .checked=${this.#chosen.has(one.id)}
            @change=${() => toggle(this.#chosen)} />
          <button
            type="button"
            class="link"
            aria-label="Body of ${of}"
            aria-expanded=${this.#opened.has(one.id)}
            ?data-revealed=${isRevealed}
            @click=${() => toggle(this.#opened)}
          >
            ${one.id}
          </button>
        </td>
        <td>${one.topic}</td>
        <td data-name="to" title=${one.url}><span class="cut">${cutParts(one.url, one.url)}</span></td>
        <td data-name="due">${instantElement(one.due)}</td>
        <td>${one.status}, ${one.attempts} sent</td>
        <td class="actions">
          ${act('Deliver', 'deliver')} ${act('Duplicate', 'duplicate')} ${act('Drop', 'drop')}
          ${act('Send first', 'reorder', { ids: first })}
        </td>
      </tr>
      ${
        this.#opened.has(one.id)
          ? html`<tr><td class="more" colspan="6">${this.#causeOf(one, lines)}${bodyView(one.body)}</td></tr>`
          : nothing
      }`
  }

  #causeOf({ cause }: QueuedDelivery, lines: readonly Line[]): TemplateResult {
    const line = lines.find(({ entry }) => entry.sequence === cause)
    return line
      ? html`<p>Caused by ${entryLink(line, this.context.go)}</p>`
      : html`<p class="quiet">What caused it is not known.</p>`
  }
}
