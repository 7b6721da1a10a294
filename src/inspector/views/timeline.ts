import { html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import { type KnownFault, testOf } from '../copy-as-test'
import { hasStatus, type Line } from '../entries'
import { entryDetails } from '../entry-details'
import { TimelineSource } from '../timeline-source'
import type { View, ViewContext } from '../view'
import { WindowList } from '../window-list'

/** Everything in order, with reasons; a selection becomes a test. */
export function timelineView({ controls, update, tell, attempt, go }: ViewContext): View {
  const list = new WindowList<Line>()
  const source = new TimelineSource(controls)
  let lines: readonly Line[] = []
  const selected = new Set<number>()
  let details: number | undefined
  let search = ''
  let isPaused = false

  async function load(): Promise<void> {
    if (isPaused) return
    lines = await source.lines()
  }

  function matches(line: Line): boolean {
    return words().every((word) => line.text.includes(word))
  }
  const words = (): string[] => search.toLowerCase().split(/\s+/)

  function activate({ entry }: Line): void {
    details = entry.sequence
    update()
  }

  function toggle({ entry: { sequence } }: Line): void {
    if (!selected.delete(sequence)) selected.add(sequence)
    update()
  }

  const copy = (): Promise<void> =>
    attempt(async () => {
      const chosen = lines.map(({ entry }) => entry).filter(({ sequence }) => selected.has(sequence))
      const faults = await controls.get<readonly KnownFault[]>('/faults')
      await navigator.clipboard.writeText(testOf(chosen, faults))
      tell(`A test of ${chosen.length} ${chosen.length === 1 ? 'entry' : 'entries'} is in the clipboard.`)
    })

  function toolbar(shown: number): TemplateResult {
    return html`<div class="bar">
      <input
        type="search"
        aria-label="Filter the timeline"
        placeholder="Filter: path, status, reason"
        .value=${search}
        @input=${(event: Event) => {
          search = (event.target as HTMLInputElement).value
          update()
        }}
      />
      <button type="button" ?disabled=${selected.size === 0} @click=${copy}>Copy as test</button>
      <button
        type="button"
        aria-pressed=${isPaused}
        @click=${() => {
          isPaused = !isPaused
          update()
          void attempt(load)
        }}
      >
        Pause
      </button>
      <span class="count">
        ${shown} of ${lines.length}${selected.size > 0 ? `, ${selected.size} selected` : nothing}
      </span>
    </div>`
  }

  return {
    name: 'Timeline',
    load,
    render() {
      const rows = search === '' ? lines : lines.filter(matches)
      const options = { name: 'Timeline', rows, row, isSelected, activate, toggle, update }
      const shown = lines.find(({ entry }) => entry.sequence === details)
      return html`${toolbar(rows.length)}
        <div class="split">
          <div class="main" ${ref((box) => list.attach(box?.querySelector('.list') ?? undefined, update))}>
            ${list.render(options)}
            ${
              rows.length === 0
                ? html`<p class="empty">${lines.length === 0 ? 'Nothing has happened yet.' : 'Nothing matches.'}</p>`
                : nothing
            }
          </div>
          ${shown ? entryDetails(shown, close, go) : nothing}
        </div>`
    },
  }

  function isSelected({ entry }: Line): boolean {
    return selected.has(entry.sequence)
  }

  function close(): void {
    details = undefined
    update()
  }
}

function toneOf({ entry, status }: Line): string {
  if (!hasStatus(entry)) return 'quiet'
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'odd' : 'good'
}

const row = (line: Line): TemplateResult =>
  // Read as they stand, these make the name of the row.
  html`<span class="method">${line.method}</span>
    <span class="path">${line.path}</span>
    <span class="status ${toneOf(line)}">${hasStatus(line.entry) ? (line.status ?? 'no response') : ''}</span>
    <span class="why">${line.why}</span>
    <span class="time">${line.entry.at.slice(0, 10)} ${line.entry.at.slice(11, 19)}</span>`
