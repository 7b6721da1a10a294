import { html, nothing, type TemplateResult } from 'lit/html.js'
import { hostTime } from '../../host-time/host-time'
import { commandsFor, type OfferedCommand } from './commands'
import { type RecordJson, type RecordType, recordTitle } from './record-columns'
import type { View, ViewContext } from './view'
import { valueIn } from './widgets'

/** Records are looked for when typing has paused. */
const TYPING_MILLISECONDS = 150
const LETTERS_AT_LEAST = 3
/** Records of each type that are offered. */
const RECORDS_AT_MOST = 3

/** A field that finds tabs, entries, records, accounts and actions. */
export class CommandBar {
  #isOpen = false
  #text = ''
  #active = 0
  #types: readonly RecordType[] = []
  #records: readonly OfferedCommand[] = []
  #cancelSearch: () => void = () => undefined

  /** @param focus gives something of the panel the focus, once it is rendered */
  constructor(
    private readonly context: ViewContext,
    private readonly views: readonly Pick<View, 'name'>[],
    private readonly focus: (selector: string) => void,
  ) {}

  readonly toggle = (): void => {
    if (this.#isOpen) {
      this.close()
      return
    }
    this.#isOpen = true
    this.#type('')
    this.focus('.commands input')
    void this.context.controls.recordTypes().then((types) => {
      this.#types = types
    })
  }

  /** The focus goes back to the tabs. */
  close(): void {
    this.#isOpen = false
    this.#cancelSearch()
    this.focus('[role=tab][aria-selected=true]')
    this.context.update()
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing
    const found = this.#found()
    return html`<div class="commands" role="dialog" aria-label="Commands" @focusout=${this.#onFocusOut}>
      <input
        role="combobox"
        aria-label="Find a tab, a record or an action"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant=${found.length > 0 ? `command-${this.#active}` : ''}
        placeholder="A tab, an action, a name, #12, invoice 7, 4000, +2 hours"
        .value=${this.#text}
        @input=${(event: Event) => this.#type(valueIn(event))}
        @keydown=${this.#onKey}
      />
      <ul id="commands" role="listbox" aria-label="Commands found"
        @pointerdown=${(event: Event) => event.preventDefault()}>
        ${found.map(
          (one, at) =>
            html`<li role="option" id="command-${at}" aria-selected=${at === this.#active}
              @click=${() => this.#run(one)}>${one.name} <span class="quiet">${one.note}</span></li>`,
        )}
      </ul>
    </div>`
  }

  /** A record of that name is likelier than a filter. */
  #found(): readonly OfferedCommand[] {
    const names = this.views.map(({ name }) => name)
    const all = commandsFor(this.#text, names, this.#types)
    const filters = all.filter(({ subject }) => subject?.filter !== undefined)
    return [...all.filter((one) => !filters.includes(one)), ...this.#records, ...filters]
  }

  #type(text: string): void {
    this.#text = text
    this.#active = 0
    this.#records = []
    this.#cancelSearch()
    if (text.trim().length >= LETTERS_AT_LEAST)
      this.#cancelSearch = hostTime.after(TYPING_MILLISECONDS, () => void this.#search(text))
    this.context.update()
  }

  async #search(text: string): Promise<void> {
    const { controls, update } = this.context
    const counts = await controls.get<Readonly<Record<string, { readonly count: number }>>>('/record-counts')
    const types = this.#types.filter(({ name }) => (counts[name]?.count ?? 0) > 0)
    const found = await Promise.all(
      types.map(async ({ name: type, model, identifier }): Promise<readonly OfferedCommand[]> => {
        const path = `/records/${type}?search=${encodeURIComponent(text.trim())}&limit=${RECORDS_AT_MOST}`
        const { items } = await controls.get<{ items: readonly RecordJson[] }>(path)
        return items.map((record) => {
          const link = { type, id: Number(record[identifier]) }
          const name = recordTitle(model, link, record)
          return { name, note: 'record', tab: 'Records', subject: { record: link } }
        })
      }),
    )
    if (text !== this.#text) return
    this.#records = found.flat()
    update()
  }

  readonly #onFocusOut = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!this.#isOpen || (currentTarget as Element).contains(relatedTarget as Node | null)) return
    this.#isOpen = false
    this.context.update()
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const found = this.#found()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) this.#active = (this.#active + step + found.length) % (found.length || 1)
    else if (event.key === 'Escape') this.close()
    else if (event.key === 'Enter') this.#run(found[this.#active])
    else return
    event.preventDefault()
    event.stopPropagation()
    this.context.update()
    this.focus('.commands [aria-selected=true]')
  }

  #run(command: OfferedCommand | undefined): void {
    if (!command) return
    const { go, attempt, controls, tell } = this.context
    const { tab, subject, action } = command
    // Before the focus goes to the tab that is selected then.
    if (tab !== undefined) go(tab, subject)
    else if (action)
      void attempt(async () => {
        await controls.send(action.method ?? 'POST', action.path, action.body)
        tell(action.done)
      })
    this.close()
  }
}
