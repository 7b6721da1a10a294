import { html, nothing, type TemplateResult } from 'lit/html.js'
import { grouped } from '../amounts'
import { isFailedRequest } from '../attention'
import { Copier } from '../copier'
import { alikeFault } from '../copies'
import { type KnownFault, repeatedRequest } from '../copy-as-test'
import type { Line, LinkTarget } from '../entries'
import { type EntryActions, entryDetails, type Waiting } from '../entry-details'
import { armNow, effectText } from '../fault-form'
import { type FilterField, filterField } from '../filter-field'
import { FirstSteps } from '../first-steps'
import { FOLD, PAUSE, WATERFALL } from '../icons'
import { incremental, memoizeLast } from '../incremental'
import type { Moment } from '../port'
import { Ruler } from '../ruler'
import { daysOf, type FoldedLine, folded, rowOf } from '../timeline-row'
import { pauseBefore, triesOf, waitedText } from '../tries'
import { goBackTo, keptLines, undoneByRewinds } from '../undone'
import type { View, ViewContext } from '../view'
import { lane, scaleOf } from '../waterfall'
import { button, instantText } from '../widgets'
import { WindowList } from '../window-list'

const BOUND = 'Older requests that were cleared, or lie beyond the option traffic'

/** Everything in order, with reasons; a selection becomes a test. */
export function timelineView(context: ViewContext): View {
  const { controls, timeline, range, update, attempt, go } = context
  const list = new WindowList<FoldedLine>()
  let lines: readonly Line[] = []
  let queue: readonly Waiting[] = []
  const selected = new Set<number>()
  let details: number | undefined
  let moments: readonly Moment[] | undefined
  const filter: FilterField = filterField(update)
  let isPaused = false
  let isFolding = true
  let isWaterfall = false
  const unfolded = new Set<number>()
  const ruler = new Ruler({
    choose: (chosen) => range.choose(chosen),
    reveal: (entry) => go('Timeline', { entry }),
    update,
  })
  const copier = new Copier(context)
  const steps = new FirstSteps(context)
  // With 100,000 entries nothing may be counted or filtered again by a step of scrolling.
  const triesIn = triesOf()
  const undone = undoneByRewinds()
  const kept = keptLines(undone)
  /** The keys that sent requests: rows name them only if there are several. */
  const keysIn = incremental(
    () => new Set<string>(),
    (keys, { entry: { key } }) => {
      if (typeof key === 'string') keys.add(key)
    },
    ({ size }) => size,
  )
  const matcher = memoizeLast((wanted: FilterField['matches']) =>
    incremental(
      (): Line[] => [],
      (found, line) => {
        if (wanted(line.entry)) found.push(line)
      },
      (found): readonly Line[] => [...found],
    ),
  )
  const within = memoizeLast((all: readonly Line[], _range: unknown) => range.of(all))
  /** The entries of the chosen time. */
  const then = (): readonly Line[] => within(lines, range.current)
  const entryOf = memoizeLast((all: readonly Line[], sequence: number | undefined) =>
    sequence === undefined ? undefined : all.find(({ entry }) => entry.sequence === sequence),
  )
  const rowsOf = memoizeLast((found: readonly Line[], _unfolded: number, _details: unknown) =>
    folded(found, isUnfolded),
  )

  const daysIn = memoizeLast(daysOf)

  async function load(): Promise<void> {
    if (isPaused) return
    const found = await timeline.lines()
    if (found !== lines) forgetLost(found)
    lines = found
    if (lines.length === 0) await steps.load()
    if (details === undefined) return
    moments = (await controls.keepsMoments()) ? await controls.momentsSoFar() : undefined
    queue = await controls.get<readonly Waiting[]>('/webhooks/queue')
  }

  /** Entries that were dropped, or that another simulator made. */
  function forgetLost(found: readonly Line[]): void {
    if (selected.size === 0) return
    const known = new Set(found.map(({ entry }) => entry.sequence))
    for (const sequence of selected) if (!known.has(sequence)) selected.delete(sequence)
  }

  const matching = (): readonly Line[] => matcher(filter.matches)(then())

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

  function reveal({ entry, filter: wanted }: LinkTarget): void {
    details = entry
    isPaused = false
    // A copied test is about the entry that is shown.
    if (selected.size === 1 && entry !== undefined) {
      selected.clear()
      selected.add(entry)
    }
    if (wanted !== undefined) {
      filter.set(wanted)
      return
    }
    if (matching().some((one) => one.entry.sequence === entry)) return
    filter.set('')
    range.choose(undefined)
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
        const proposed = alikeFault(entry, await controls.get<readonly KnownFault[]>('/faults'))
        await armNow(context, proposed, `${effectText(proposed.then)} for the next ${proposed.on}`)
      }),
    goBefore: (sequence) => void goBackTo(context, { before: sequence }),
  }

  const toggle = (name: string, icon: TemplateResult, isOn: boolean, title: string, flip: () => void) =>
    html`<button type="button" class="place" aria-label=${name} aria-pressed=${isOn} title="${name}: ${title}"
      @click=${() => {
        flip()
        update()
      }}>${icon}</button>`

  function selection(rows: readonly Line[]): TemplateResult | typeof nothing {
    if (selected.size === 0) return nothing
    const hidden = selected.size - rows.filter(({ entry }) => selected.has(entry.sequence)).length
    return html`<span class="bar selection" role="group" aria-label="Selected entries">
      <span class="count">${selected.size} selected${hidden > 0 ? `, ${hidden} hidden by the filter` : ''}</span>
      ${button('Copy as test', () => copier.test(lines, selected))}
      <button type="button" ?hidden=${selected.size < 2} title="Every tab shows their time alone"
        @click=${onlyTheirTime}>Only their time</button>
      ${button('Unselect', unselect)}
    </span>`
  }

  function toolbar(rows: readonly Line[]): TemplateResult {
    return html`<div class="bar toolbar">
      ${filter.render(lines)} ${filter.chips(then())} ${selection(rows)}
      <span class="count">${grouped(rows.length)} of ${
        timeline.missing ? 'the latest ' : ''
      }${grouped(lines.length)}${
        timeline.forgotten > 0
          ? html`, <span title=${BOUND}>${grouped(timeline.forgotten)} forgotten</span>`
          : nothing
      }</span>
      <span class="bar icons">
        ${toggle('Pause', PAUSE, isPaused, 'show nothing new', () => {
          isPaused = !isPaused
          void attempt(load)
        })}
        ${toggle('Fold', FOLD, isFolding, 'rows that repeat become one', () => {
          isFolding = !isFolding
          unfolded.clear()
        })}
        ${toggle('Waterfall', WATERFALL, isWaterfall, 'when it began and how long it took', () => {
          isWaterfall = !isWaterfall
        })}
      </span>
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
    errorBeside(direction) {
      const errors = matching().flatMap((line) => (isFailedRequest(line) ? line.entry.sequence : []))
      if (direction === 'next') return errors.find((one) => one > (details ?? 0))
      return errors.filter((one) => one < (details ?? Number.POSITIVE_INFINITY)).at(-1)
    },
    reveal(subject) {
      reveal(subject)
      if (subject.entry !== undefined) list.reveal((one: Line) => one.entry.sequence === subject.entry)
    },
    render() {
      const found = matching()
      const rows = isFolding ? rowsOf(found, unfolded.size, details) : found
      const tries = triesIn(lines)
      const hasKeys = keysIn(lines) > 1
      const isUndone = undone(lines)
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
      const isSelected = ({ entry }: Line): boolean => selected.has(entry.sequence)
      const options = {
        name: 'Timeline',
        rows,
        heads: daysIn(rows),
        row,
        isSelected,
        activate,
        select,
        update,
      }
      // An entry that the filter hides has no details beside the rows that it shows.
      const shown = entryOf(found, details)
      const nothingYet = 'Nothing has happened yet. Requests to the service appear here.'
      return html`${toolbar(found)} ${ruler.render(lines, kept(found, lines), axisOf(seen), shown)}
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
                    : filter.nothingFound(then())
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

/** From when to when the waterfall reaches. */
function axisOf(seen: readonly Line[]): string {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last) return ''
  return `Waterfall: ${instantText(first.entry.at)} to ${instantText(last.entry.at, first.entry.at)}`
}
