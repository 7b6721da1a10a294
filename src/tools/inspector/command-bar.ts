import { html, nothing, type TemplateResult } from 'lit/html.js'
import { pageTime } from '../../host-time/page-time'
import {
  commandsFor,
  furtherCommands,
  type KnownAccount,
  type KnownSnapshot,
  type KnownWebhook,
  numberedIn,
  type OfferedCommand,
  offeredInOrder,
} from './commands'
import { Copier } from './copier'
import { armNow } from './fault-form'
import { type RecordJson, type RecordType, recordTitle } from './record-columns'
import { recordName } from './record-name'
import { entryIn } from './timeline-source'
import { goBackTo } from './undone'
import type { View, ViewContext } from './view'
import { listenerOf, valueIn } from './widgets'

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
  #accounts: readonly KnownAccount[] = []
  #snapshots: readonly KnownSnapshot[] = []
  #webhooks: readonly KnownWebhook[] = []
  /** Until the entries are read, each is offered. */
  #knowsEntries = false
  #canGoBack = false
  /** Undefined until they were looked for. */
  #records: readonly OfferedCommand[] | undefined
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
    this.#knowsEntries = false
    this.#type('')
    this.focus('.commands input')
    void this.#read()
  }

  async #read(): Promise<void> {
    const { controls, timeline, update } = this.context
    const read = <T>(path: string, known: T): Promise<T> => controls.get<T>(path).catch(() => known)
    // All at once, because somebody types already. What fails stays as it was.
    ;[this.#types, this.#accounts, this.#snapshots, this.#webhooks, this.#canGoBack, this.#knowsEntries] =
      await Promise.all([
        controls.recordTypes().catch(() => this.#types),
        read('/books/trial-balance', this.#accounts),
        read('/snapshots', this.#snapshots),
        read('/webhooks/endpoints', this.#webhooks),
        controls.keepsMoments().catch(() => false),
        timeline.lines().then(Boolean, () => false),
      ])
    update()
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
        placeholder="A tab, an action, a name, #12, invoice 7, 4000, +2 hours, fail post"
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

  #found(): readonly OfferedCommand[] {
    const names = this.views.map(({ name }) => name)
    const all = commandsFor(this.#text, names, this.#records ? [] : this.#types, this.#accounts)
    const { controls, timeline } = this.context
    const kept = this.#canGoBack && this.#knowsEntries ? timeline : undefined
    const further = furtherCommands(this.#text, this.#snapshots, this.#webhooks, kept, this.#types)
    return offeredInOrder(all, further, this.#records ?? []).filter(({ subject, copies }) => {
      // Only the key of the own organisation is known.
      if (subject?.verb === 'activate' && controls.organization !== undefined) return false
      const entry = subject?.entry ?? copies
      return entry === undefined || !this.#knowsEntries || timeline.has(entry)
    })
  }

  #type(text: string): void {
    this.#text = text
    this.#active = 0
    this.#records = undefined
    this.#cancelSearch()
    // Others may have come since.
    if (/\d$/.test(text)) void this.context.timeline.lines().then(this.context.update, () => undefined)
    if (text.trim().length >= LETTERS_AT_LEAST || /\w \d/.test(text))
      this.#cancelSearch = pageTime.after(
        TYPING_MILLISECONDS,
        () => void this.#search(text).catch(() => undefined),
      )
    this.context.update()
  }

  async #search(text: string): Promise<void> {
    const { controls, update } = this.context
    const counts =
      await controls.get<Readonly<Record<string, { readonly count: number; readonly pending: number }>>>(
        '/record-counts',
      )
    const { id, meant } = numberedIn(text, this.#types)
    const asksApproval = /^appr(o|ov|ove)?( |$)/i.test(text.trim())
    const asked = text.trim().replace(/^pay +/i, '')
    const isPayment = asked !== text.trim()
    const isApproval = asksApproval && meant.length === 0
    const found = await Promise.all(
      (meant.length > 0 ? meant : this.#types).map(async (type): Promise<readonly OfferedCommand[]> => {
        const { name } = type
        const { count = 0, pending = 0 } = counts[name] ?? {}
        if ((isApproval ? pending : count) === 0) return []
        if (meant.length > 0) {
          const record = await controls.find<RecordJson>(`/records/${name}/${id}`)
          return record ? commandsOf(type, record, isPayment) : []
        }
        const query = isApproval ? 'approval_status=pending' : `search=${encodeURIComponent(asked)}`
        const path = `/records/${name}?${query}&limit=${RECORDS_AT_MOST}`
        const { items } = await controls.get<{ items: readonly RecordJson[] }>(path)
        return items.flatMap((record) => commandsOf(type, record, isPayment))
      }),
    )
    if (text !== this.#text) return
    // Accounts of the trial balance are offered as such.
    const known = new Set(this.#accounts.map(({ account_number }) => account_number))
    const isExact = ({ subject }: OfferedCommand): number =>
      Number(String(subject?.record?.id) === text.trim())
    this.#records = found
      .flat()
      .sort((one, other) => isExact(other) - isExact(one))
      .filter(({ subject }) => subject?.record?.type !== 'accounts' || !known.has(subject.record.id))
      .filter(
        ({ action, name }) =>
          action || !(asksApproval || isPayment) || name.toLowerCase().includes(text.trim().toLowerCase()),
      )
    update()
  }

  readonly #onFocusOut = (event: FocusEvent): void => {
    if (!this.#isOpen || listenerOf(event).contains(event.relatedTarget as Node | null)) return
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

  #copy(sequence: number): Promise<void> {
    return this.context.attempt(async () => {
      const lines = await this.context.timeline.lines()
      const line = entryIn(lines, sequence)
      if (!line) throw new Error(`There is no entry #${sequence}.`)
      new Copier(this.context).as(line, 'test', lines)
    })
  }

  #run(command: OfferedCommand | undefined): void {
    if (!command) return
    const { go, send } = this.context
    const { name, tab, subject, action, copies, before, fault } = command
    if (copies !== undefined) void this.#copy(copies)
    if (before !== undefined) void goBackTo(this.context, { before })
    if (fault) void armNow(this.context, fault, name)
    // Before the focus goes to the tab that is selected then.
    if (tab !== undefined) go(tab, subject)
    else if (action) void send(action.method ?? 'POST', action.path, action.done, action.body)
    this.close()
  }
}

/** A record, and its approval where it waits for one, or its payment where one is asked for. */
function commandsOf(
  { name: type, identifier }: RecordType,
  record: RecordJson,
  isPayment: boolean,
): OfferedCommand[] {
  const link = { type, id: Number(record[identifier]) }
  const title = recordTitle(link, record)
  const act = (name: string, verb: string, done: string): OfferedCommand => ({
    name: `${name} ${title}`,
    note: 'action',
    action: { path: `/records/${type}/${link.id}/actions/${verb}`, done: `${recordName(link)} is ${done}.` },
  })
  return [
    { name: title, note: 'record', tab: 'Records', subject: { record: link } },
    ...(record.approval_status === 'pending' ? [act('Approve', 'approve', 'approved')] : []),
    ...(isPayment && record.record_status === 'posted' && Number(record.amount_due) > 0
      ? [act('Pay', 'pay', 'paid')]
      : []),
  ]
}
