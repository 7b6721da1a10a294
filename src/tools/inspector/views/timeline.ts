import { ref } from 'lit/directives/ref.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Copier } from '../copier'
import { alikeFault } from '../copies'
import { type KnownFault, repeatedRequest } from '../copy-as-test'
import { KINDS, type Line } from '../entries'
import { type EntryActions, entryDetails, type Waiting } from '../entry-details'
import { type FilterField, filterField } from '../filter-field'
import { type FoldedLine, folded } from '../folding'
import { incremental } from '../gathered'
import { memoizeLast } from '../once'
import { Ruler } from '../ruler'
import { responseCounts } from '../statuses'
import type { LinkTarget } from '../subject'
import { rowOf } from '../timeline-row'
import { pauseBefore, triesOf, waitedText } from '../tries'
import type { View, ViewContext } from '../view'
import { lane, scaleOf } from '../waterfall'
import { WindowList } from '../window-list'

/** Everything in order, with reasons; a selection becomes a test. */
export function timelineView(context: ViewContext): View {
  const { controls, timeline, range, update, tell, attempt, go } = context
  const list = new WindowList<FoldedLine>()
  let lines: readonly Line[] = []
  let queue: readonly Waiting[] = []
  const selected = new Set<number>()
  let details: number | undefined
  let goesBack = false
  const filter: FilterField = filterField(update)
  let kind = ''
  let isPaused = false
  let isFolding = true
  let isWaterfall = false
  const unfolded = new Set<number>()
  const ruler = new Ruler((chosen) => range.choose(chosen), update)
  const copier = new Copier(context)
  // With 100,000 entries nothing may be counted or filtered again by a step of scrolling.
  const triesIn = triesOf()
  const countsOf = responseCounts()
  const waterfallOf = memoizeLast(scaleOf)
  const matcher = memoizeLast((wanted: FilterField['matches'], of: string, within: unknown) =>
    incremental(
      (): Line[] => [],
      (found, line) => {
        const { entry } = line
        if ((of === '' || entry.kind === of) && (!within || range.holds(entry.at)) && wanted(entry))
          found.push(line)
      },
      (found): readonly Line[] => [...found],
    ),
  )
  const entryOf = memoizeLast((all: readonly Line[], sequence: number | undefined) =>
    sequence === undefined ? undefined : all.find(({ entry }) => entry.sequence === sequence),
  )
  const rowsOf = memoizeLast((found: readonly Line[], _unfolded: number, _details: unknown) =>
    folded(found, isUnfolded),
  )

  async function load(): Promise<void> {
    if (isPaused) return
    const found = await timeline.lines()
    if (found !== lines) forgetLost(found)
    lines = found
    if (details === undefined) return
    goesBack = await controls.keepsMoments()
    queue = await controls.get<readonly Waiting[]>('/webhooks/queue')
  }

  /** Entries that were dropped, or that another simulator made. */
  function forgetLost(found: readonly Line[]): void {
    if (selected.size === 0) return
    const known = new Set(found.map(({ entry }) => entry.sequence))
    for (const sequence of selected) if (!known.has(sequence)) selected.delete(sequence)
  }

  const matching = (): readonly Line[] => matcher(filter.matches, kind, range.current)(lines)

  const isUnfolded = ({ entry: { sequence } }: Line): boolean =>
    sequence === details || unfolded.has(sequence)

  function activate({ entry, repeats }: FoldedLine): void {
    if (repeats) {
      unfolded.add(entry.sequence)
      update()
      return
    }
    details = entry.sequence
    update()
    void attempt(load)
  }

  function select(rows: readonly FoldedLine[], how: 'only' | 'also' | 'toggle'): void {
    if (how === 'only') selected.clear()
    for (const { entry } of rows.flatMap((row) => row.repeats ?? [row]))
      if (how !== 'toggle' || !selected.delete(entry.sequence)) selected.add(entry.sequence)
    update()
  }

  function reveal({ entry }: LinkTarget): void {
    details = entry
    isPaused = false
    if (matching().some((one) => one.entry.sequence === entry)) return
    filter.set('')
    range.choose(undefined)
    kind = ''
  }

  const act: EntryActions = {
    copy: (text, what) => copier.text(text, what),
    copyAs: (line, form) => copier.as(line, form, lines),
    sendAgain: ({ entry }) =>
      void attempt(async () => {
        const sent = await controls.send<{ sequence: number }>('POST', '/requests', repeatedRequest(entry))
        go('Timeline', { entry: sent.sequence })
      }),
    failNext: ({ entry }) =>
      void attempt(async () => {
        const faults = await controls.get<readonly KnownFault[]>('/faults')
        go('Faults', { proposed: alikeFault(entry, faults) })
      }),
    goBefore: ({ entry: { sequence } }) =>
      void attempt(async () => {
        const { after, left } = await controls.send<{ after: number; left: { name: string } }>(
          'POST',
          '/moments/restore',
          { before: sequence },
        )
        const place = after === sequence - 1 ? `before #${sequence}` : `after #${after}`
        tell(`The world is as it was ${place}. Snapshots has what was left: ${left.name}.`)
      }),
  }

  const toggle = (name: string, isOn: boolean, title: string, flip: () => void): TemplateResult =>
    html`<button type="button" aria-pressed=${isOn} title=${title} @click=${() => {
      flip()
      update()
    }}>${name}</button>`

  function selectedText(rows: readonly Line[]): string {
    if (selected.size === 0) return ''
    const shown = rows.filter(({ entry }) => selected.has(entry.sequence)).length
    const hidden = selected.size - shown
    return `, ${selected.size} selected${hidden > 0 ? `, ${hidden} of them hidden by the filter` : ''}`
  }

  function toolbar(rows: readonly Line[]): TemplateResult {
    return html`<div class="bar">
      ${filter.render()}
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
      </select>
      <button type="button" ?disabled=${selected.size === 0} @click=${() => copier.test(lines, selected)}>
        Copy as test
      </button>
      <button type="button" ?hidden=${selected.size === 0} @click=${unselect}>Unselect</button>
      <button type="button" ?hidden=${selected.size < 2} title="Every tab shows their time alone"
        @click=${onlyTheirTime}>Only their time</button>
      ${toggle('Pause', isPaused, 'Show nothing new', () => {
        isPaused = !isPaused
        void attempt(load)
      })}
      ${toggle('Fold', isFolding, 'Rows that repeat become one', () => {
        isFolding = !isFolding
        unfolded.clear()
      })}
      ${toggle('Waterfall', isWaterfall, 'When it began and how long it took', () => {
        isWaterfall = !isWaterfall
      })}
      <span class="count">
        ${rows.length} of ${lines.length}${selectedText(rows)}
      </span>
      <span class="counts" role="group" aria-label="Responses">${countsOf(lines).map(
        ({ name, tone, count, wanted }) =>
          html`<button type="button" class="link ${tone}" @click=${() => filter.set(wanted)}>
            ${name} ×${count}</button>`,
      )}</span>
    </div>`
  }

  function unselect(): void {
    selected.clear()
    update()
  }

  /** Chooses a part of the time for who has no pointer to drag over the ruler. */
  function onlyTheirTime(): void {
    const [first, ...others] = lines.filter(({ entry }) => selected.has(entry.sequence))
    if (first) range.choose({ from: first.entry.at, to: others.at(-1)?.entry.at ?? first.entry.at })
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
      const rows = isFolding ? rowsOf(found, unfolded.size, details) : found
      const tries = triesIn(lines)
      const strip = isWaterfall ? waterfallOf(found) : undefined
      const row = (line: FoldedLine): TemplateResult => {
        const all = line.repeats ? undefined : tries.get(line.entry.sequence)
        const pause = all && pauseBefore(all, line)
        const again = all && pause !== undefined ? `try ${all.indexOf(line) + 1} ${waitedText(pause)}` : ''
        return rowOf(line, again, strip && lane(line, all, strip))
      }
      const isSelected = ({ entry }: Line): boolean => selected.has(entry.sequence)
      const options = { name: 'Timeline', rows, row, isSelected, activate, select, update }
      const shown = entryOf(lines, details)
      const nothingYet = 'Nothing has happened yet. Requests to the service appear here.'
      return html`${toolbar(found)} ${filter.problem()} ${ruler.render(lines)}
        <div class="split">
          <div
            class="main ${isWaterfall ? 'waterfall' : ''}"
            ${ref((box) => list.attach(box?.querySelector('.list') ?? undefined, update))}
          >
            ${list.render(options)}
            ${
              rows.length === 0
                ? html`<p class="empty">${lines.length === 0 ? nothingYet : 'Nothing matches.'}</p>`
                : nothing
            }
          </div>
          ${
            shown
              ? entryDetails(shown, {
                  lines,
                  queue,
                  tries: tries.get(shown.entry.sequence),
                  go,
                  goesBack,
                  close,
                  act,
                })
              : nothing
          }
        </div>`
    },
  }
}
