import { html, nothing, type TemplateResult } from 'lit/html.js'
import { grouped } from '../amounts'
import { Copier } from '../copier'
import { alikeFault } from '../copies'
import { type KnownFault, repeatedRequest } from '../copy-as-test'
import type { Line } from '../entries'
import { type EntryActions, entryDetails, type Waiting } from '../entry-details'
import { armNow, effectText } from '../fault-form'
import { filterField } from '../filter-field'
import { FirstSteps } from '../first-steps'
import { FOLD, PAUSE, WATERFALL } from '../icons'
import type { Moment } from '../port'
import { Ruler } from '../ruler'
import { type FoldedLine, rowOf } from '../timeline-row'
import { type TimelineState, timelineState } from '../timeline-state'
import { pauseBefore, waitedText } from '../tries'
import { goBackTo } from '../undone'
import type { View, ViewContext } from '../view'
import { lane, scaleOf } from '../waterfall'
import { button, instantText } from '../widgets'
import { WindowList } from '../window-list'

const BOUND = 'Entries that were cleared, or lie beyond the option traffic'

/** Everything in order, with reasons; a selection becomes a test. */
export function timelineView(context: ViewContext): View {
  const { controls, timeline, range, update, attempt, go } = context
  const list = new WindowList<FoldedLine>()
  const filter = filterField(update)
  const state = timelineState(filter, range)
  const ruler = new Ruler({
    choose: (chosen) => range.choose(chosen),
    reveal: (entry) => go('Timeline', { entry }),
    update,
  })
  const copier = new Copier(context)
  const steps = new FirstSteps(context)
  const act = actionsOn(context, copier, state)
  let queue: readonly Waiting[] = []
  let moments: readonly Moment[] | undefined

  async function load(): Promise<void> {
    if (state.isPaused) return
    state.read(await timeline.lines())
    if (state.lines.length === 0) await steps.load()
    if (state.details === undefined) return
    moments = (await controls.keepsMoments()) ? await controls.momentsSoFar() : undefined
    queue = await controls.get<readonly Waiting[]>('/webhooks/queue')
  }

  function activate({ entry, repeats }: FoldedLine): void {
    if (repeats) state.unfolded.add(entry.sequence)
    else state.details = entry.sequence
    update()
    if (!repeats) void attempt(load)
  }

  function close(): void {
    state.details = undefined
    update()
  }

  return {
    name: 'Timeline',
    load,
    errorBeside: state.errorBeside,
    reveal(subject) {
      state.reveal(subject)
      if (subject.entry !== undefined) list.reveal((one: Line) => one.entry.sequence === subject.entry)
    },
    render() {
      const { lines, isWaterfall } = state
      // It says from when "the last hour" counts, so it comes before anything is filtered.
      const field = filter.render(lines)
      const { found, rows, heads, kept, tries, shown, hasKeys, isUndone } = state.look()
      const seen = isWaterfall ? list.inView(rows) : []
      const strip = isWaterfall ? scaleOf(seen) : undefined
      const row = (line: FoldedLine): TemplateResult => {
        const all = line.repeats ? undefined : tries.get(line.entry.sequence)
        const pause = all && pauseBefore(all, line)
        const again = all && pause !== undefined ? `try ${all.indexOf(line) + 1} ${waitedText(pause)}` : ''
        return rowOf(line, {
          again,
          strip: strip && lane(line, all, strip),
          hasKeys,
          isUndone: isUndone(line.entry.sequence),
        })
      }
      const isSelected = ({ entry }: Line): boolean => state.selected.has(entry.sequence)
      const select: typeof state.select = (...chosen) => {
        state.select(...chosen)
        update()
      }
      const options = { name: 'Timeline', rows, heads, row, isSelected, activate, select, update }
      const nothingYet = 'Nothing has happened yet. Requests to the service appear here.'
      return html`<div class="bar toolbar">
          ${field} ${filter.chips(state.then())} ${selection(state, found, copier, update)}
          ${counts(context, state, found)} ${toggles(state, update, () => attempt(load))}
        </div>
        ${ruler.render(lines, kept, axisOf(seen), shown)}
        <div class="split">
          <div
            class="main ${isWaterfall ? 'waterfall' : ''} ${hasKeys ? 'with-keys' : ''}"
          >
            ${list.render(options)}
            ${
              rows.length === 0
                ? lines.length === 0
                  ? html`<div class="empty"><p>${nothingYet}</p>${steps.render()}</div>`
                  : timeline.missing
                    ? nothing
                    : filter.nothingFound(state.then())
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
                  moments,
                  close,
                  act,
                })
              : nothing
          }
        </div>`
    },
  }
}

/** The buttons of an entry. */
function actionsOn(context: ViewContext, copier: Copier, state: TimelineState): EntryActions {
  const { attempt, controls, go } = context
  return {
    copy: (text, what) => copier.text(text, what),
    copyAs: (line, form) => copier.as(line, form, state.lines),
    sendAgain: ({ entry }) =>
      void attempt(async () => {
        const sent = await controls.send<{ sequence: number }>('POST', '/requests', repeatedRequest(entry))
        go('Timeline', { entry: sent.sequence })
      }),
    failNext: ({ entry }) =>
      void attempt(async () => {
        const proposed = alikeFault(entry, await controls.get<readonly KnownFault[]>('/faults'))
        await armNow(context, proposed, `${effectText(proposed.then)} for the next ${proposed.on}`)
      }),
    goBefore: (sequence) => void goBackTo(context, { before: sequence }),
  }
}

function selection(
  state: TimelineState,
  found: readonly Line[],
  copier: Copier,
  update: () => void,
): TemplateResult | typeof nothing {
  const { selected, lines, onlyTheirTime } = state
  if (selected.size === 0) return nothing
  const hidden = selected.size - found.filter(({ entry }) => selected.has(entry.sequence)).length
  const unselect = (): void => {
    selected.clear()
    update()
  }
  return html`<span class="bar selection" role="group" aria-label="Selected entries">
    <span class="count">${selected.size} selected${hidden > 0 ? `, ${hidden} hidden by the filter` : ''}</span>
    ${button('Copy as test', () => copier.test(lines, selected))}
    <button type="button" ?hidden=${selected.size < 2} title="Every tab shows their time alone"
      @click=${onlyTheirTime}>Only their time</button>
    ${button('Unselect', unselect)}
  </span>`
}

const counts = (
  { timeline: { missing, forgotten } }: ViewContext,
  { lines }: TimelineState,
  found: readonly Line[],
): TemplateResult =>
  html`<span class="count">${grouped(found.length)} of ${missing ? 'the latest ' : ''}${grouped(lines.length)}${
    forgotten > 0 && !missing ? html`, <span title=${BOUND}>${grouped(forgotten)} forgotten</span>` : nothing
  }</span>`

function toggles(state: TimelineState, update: () => void, load: () => unknown): TemplateResult {
  const toggle = (
    name: string,
    icon: TemplateResult,
    which: 'isPaused' | 'isFolding' | 'isWaterfall',
    title: string,
    also: () => unknown = () => undefined,
  ): TemplateResult =>
    html`<button type="button" class="place" aria-label=${name} aria-pressed=${state[which]} title="${name}: ${title}"
      @click=${() => {
        state[which] = !state[which]
        also()
        update()
      }}>${icon}</button>`
  return html`<span class="bar icons">
    ${toggle('Pause', PAUSE, 'isPaused', 'show nothing new', load)}
    ${toggle('Fold', FOLD, 'isFolding', 'rows that repeat become one', () => state.unfolded.clear())}
    ${toggle('Waterfall', WATERFALL, 'isWaterfall', 'when it began and how long it took')}
  </span>`
}

/** From when to when the waterfall reaches. */
function axisOf(seen: readonly Line[]): string {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last) return ''
  return `Waterfall: ${instantText(first.entry.at)} to ${instantText(last.entry.at, first.entry.at)}`
}
