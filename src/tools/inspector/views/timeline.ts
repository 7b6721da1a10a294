import { html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import { copyText, saveFile } from '../clipboard'
import { fileOf, type KnownFault, type MadeWith, testOf, WORLD_FILE } from '../copy-as-test'
import { KINDS, type Line } from '../entries'
import { entryDetails, type Waiting } from '../entry-details'
import { type Filter, filterField } from '../filter-field'
import { folded, type Row } from '../folding'
import { instantText, spanText } from '../instants'
import { Ruler } from '../ruler'
import type { Subject } from '../subject'
import { pauseBefore, triesIn } from '../tries'
import type { View, ViewContext } from '../view'
import { WindowList } from '../window-list'

/** Everything in order, with reasons; a selection becomes a test. */
export function timelineView({ controls, timeline, update, tell, attempt, go }: ViewContext): View {
  const list = new WindowList<Row>()
  let lines: readonly Line[] = []
  let queue: readonly Waiting[] = []
  const selected = new Set<number>()
  let details: number | undefined
  const filter: Filter = filterField(update)
  let kind = ''
  let isPaused = false
  let isFolding = true
  const unfolded = new Set<number>()
  let tries = triesIn([])
  let statuses: ReadonlyMap<string, number> = new Map()
  const ruler = new Ruler((range) => filter.within(range), update)

  async function load(): Promise<void> {
    if (isPaused) return
    const found = await timeline.lines()
    if (found !== lines) {
      tries = triesIn(found)
      statuses = statusesOf(found)
    }
    lines = found
    forgetLost()
    if (details !== undefined) queue = await controls.get<readonly Waiting[]>('/webhooks/queue')
  }

  /** Entries that were dropped, or that another simulator made. */
  function forgetLost(): void {
    if (selected.size === 0) return
    const known = new Set(lines.map(({ entry }) => entry.sequence))
    for (const sequence of selected) if (!known.has(sequence)) selected.delete(sequence)
  }

  function matching(): readonly Line[] {
    return lines.filter(({ entry }) => (kind === '' || entry.kind === kind) && filter.matches(entry))
  }

  const isUnfolded = ({ entry: { sequence } }: Line): boolean =>
    sequence === details || unfolded.has(sequence)

  function activate({ entry, repeats }: Row): void {
    if (repeats) {
      unfolded.add(entry.sequence)
      update()
      return
    }
    details = entry.sequence
    update()
    void attempt(load)
  }

  function select(rows: readonly Row[], how: 'only' | 'also' | 'toggle'): void {
    if (how === 'only') selected.clear()
    for (const { entry } of rows.flatMap((row) => row.repeats ?? [row]))
      if (how !== 'toggle' || !selected.delete(entry.sequence)) selected.add(entry.sequence)
    update()
  }

  function reveal({ entry }: Subject): void {
    details = entry
    isPaused = false
    const isShown = (): boolean => matching().some((one) => one.entry.sequence === entry)
    if (isShown()) return
    filter.clear()
    kind = ''
  }

  const copy = ({ ownerDocument }: Element): Promise<void> =>
    attempt(async () => {
      const all = lines.map(({ entry }) => entry)
      const [faults, organizations, { apiKey }, options] = await Promise.all([
        controls.get<readonly KnownFault[]>('/faults'),
        controls.get<readonly string[]>('/organizations'),
        controls.get<{ apiKey: string }>(''),
        controls.get<MadeWith>('/options'),
      ])
      const text = testOf(all, selected, { faults, apiKey, organization: organizations[0] ?? '', options })
      await copyText(text, ownerDocument)
      const file = fileOf(options)
      if (file) saveFile(WORLD_FILE, file, ownerDocument)
      const beside = file ? ` Its world is saved as ${WORLD_FILE}; put it beside the test.` : ''
      tell(
        `A test of ${selected.size} ${selected.size === 1 ? 'entry' : 'entries'} is in the clipboard.${beside}`,
      )
    })

  const filters = (): TemplateResult =>
    html`${filter.render()}
      <select
        aria-label="Kind of entries"
        .value=${kind}
        @change=${(event: Event) => {
          kind = (event.target as HTMLSelectElement).value
          update()
        }}
      >
        <option value="">Everything</option>
        ${Object.entries(KINDS).map(([name, many]) => html`<option value=${name}>${many}</option>`)}
      </select>`

  function selectedText(rows: readonly Line[]): string {
    if (selected.size === 0) return ''
    const shown = rows.filter(({ entry }) => selected.has(entry.sequence)).length
    const hidden = selected.size - shown
    return `, ${selected.size} selected${hidden > 0 ? `, ${hidden} of them hidden by the filter` : ''}`
  }

  function toolbar(rows: readonly Line[]): TemplateResult {
    return html`<div class="bar">
      ${filters()}
      <button
        type="button"
        ?disabled=${selected.size === 0}
        @click=${(event: Event) => copy(event.currentTarget as Element)}
      >
        Copy as test
      </button>
      <button type="button" ?hidden=${selected.size === 0} @click=${unselect}>Unselect</button>
      <button type="button" aria-pressed=${isPaused} @click=${pause}>Pause</button>
      <button
        type="button"
        aria-pressed=${isFolding}
        title="Rows that repeat become one"
        @click=${fold}
      >
        Fold
      </button>
      <span class="count">
        ${rows.length} of ${lines.length}${selectedText(rows)}
      </span>
      ${counts()}
    </div>`
  }

  function fold(): void {
    isFolding = !isFolding
    unfolded.clear()
    update()
  }

  /** How many responses of each class there are; a click shows them. */
  const counts = (): TemplateResult =>
    html`<span class="counts" role="group" aria-label="Responses">${[...statuses].map(
      ([name, count]) =>
        html`<button type="button" class="link ${toneOf(name)}" @click=${() => filter.set(filterOf(name))}
        >${name} ×${count}</button>`,
    )}</span>`

  function unselect(): void {
    selected.clear()
    update()
  }

  function pause(): void {
    isPaused = !isPaused
    update()
    void attempt(load)
  }

  function rowOf(line: Row): TemplateResult {
    const all = tries.get(line.entry.sequence)
    const pause = all && !line.repeats ? pauseBefore(all, line) : undefined
    return row(
      line,
      all && pause !== undefined ? `try ${all.indexOf(line) + 1} after ${spanText(pause)}` : '',
    )
  }

  function close(): void {
    details = undefined
    update()
  }

  return {
    name: 'Timeline',
    load,
    reveal(subject) {
      reveal(subject)
      list.reveal((one: Line) => one.entry.sequence === subject.entry)
    },
    render() {
      const found = matching()
      const rows = isFolding ? folded(found, isUnfolded) : found
      const isSelected = ({ entry }: Line): boolean => selected.has(entry.sequence)
      const options = { name: 'Timeline', rows, row: rowOf, isSelected, activate, select, update }
      const shown = lines.find(({ entry }) => entry.sequence === details)
      const nothingYet = 'Nothing has happened yet. Requests to the service appear here.'
      return html`${toolbar(found)} ${filter.problem()} ${ruler.render(lines)}
        <div class="split">
          <div class="main" ${ref((box) => list.attach(box?.querySelector('.list') ?? undefined, update))}>
            ${list.render(options)}
            ${
              rows.length === 0
                ? html`<p class="empty">${lines.length === 0 ? nothingYet : 'Nothing matches.'}</p>`
                : nothing
            }
          </div>
          ${shown ? entryDetails(shown, { lines, queue, tries: tries.get(shown.entry.sequence), go, close }) : nothing}
        </div>`
    },
  }
}

const row = ({ entry, method, path, outcome, tone, why, repeats }: Row, again: string): TemplateResult =>
  // Read as they stand, these make the name of the row.
  html`<span class="method ${entry.kind}">${method}</span>
    <span class="path">${path} ${repeats ? html`<strong class="times">×${repeats.length}</strong>` : nothing}</span>
    <span class="status ${tone}">${outcome}</span>
    <span class="why" title=${why}>
      ${again === '' ? nothing : html`<strong class="again">${again}</strong>`} ${why}</span>
    <span class="time" title=${entry.at}>${instantText(entry.at)}</span>`

/** By class of status; what got no response by its outcome. */
function statusesOf(lines: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { entry, outcome } of lines) {
    if (entry.kind !== 'request') continue
    const name = entry.response ? `${outcome.slice(0, 1)}xx` : outcome
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return new Map([...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
}

const filterOf = (name: string): string =>
  name.endsWith('xx') ? `kind:request status:${name}` : `outcome:${name}`
const toneOf = (name: string): string =>
  ({ '2xx': 'good', '4xx': 'odd', held: 'quiet', aborted: 'odd' })[name] ?? 'bad'
