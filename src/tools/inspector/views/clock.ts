import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Pending } from '../../../index'
import { dataTable } from '../data-table'
import { CLOCK_STEPS, clockMoves, dueNames, dueTable, monthEnd } from '../due'
import type { Go, Line } from '../entries'
import { goBackTo, undoneByRewinds } from '../undone'
import type { View, ViewContext } from '../view'
import { button, instantText, link, submitted } from '../widgets'

/** Rows beyond these are counted only. */
const PENDING_AT_MOST = 500
/** Records of rows beyond these have their numbers only. */
const NAMED_AT_MOST = 20
/** Earlier moves are counted only. */
const MOVES_AT_MOST = 20

const NOTHING = 'Nothing is scheduled. Deliveries, recurrences and steps of scenarios appear here.'
const NOTHING_THEN = 'Nothing that is due in this time waits.'

/** Moves of the clock, and what it did by itself. */
const isOfClock = ({ entry: { kind } }: Line): boolean => kind === 'clock' || kind === 'work'

/** The time, what is scheduled, and the buttons that move time. */
export function clockView(context: ViewContext): View {
  const { controls, timeline, range, go } = context
  const move = clockMoves(context)
  let now = ''
  let kind = ''
  let pending: readonly Pending[] = []
  let types: Awaited<ReturnType<typeof controls.recordTypes>> = []
  const naming = dueNames(controls)
  let lines: readonly Line[] = []
  /** The entry of the last move that somebody made. */
  let lastMove: number | undefined
  let goesBack = false
  const undone = undoneByRewinds()
  const textOf = (event: Event, name: string): string => submitted(event).fields[name] ?? ''

  return {
    name: 'Clock',
    ticks: true,
    async load() {
      const clock = await controls.get<{ now: string; kind: string; pending: readonly Pending[] }>('/clock')
      now = clock.now
      kind = clock.kind
      pending = clock.pending
      types = await controls.recordTypes()
      await naming.read(pending.slice(0, NAMED_AT_MOST), types)
      goesBack = await controls.keepsMoments()
      lines = await timeline.lines()
      lastMove = lastMoveIn(lines)
    },
    render(): TemplateResult {
      const due = pending.filter((one) => range.holds(one.due))
      const more = due.length - PENDING_AT_MOST
      return html`<div class="bar">
          <p class="now"><time datetime=${now} title=${now}>${instantText(now, '')}</time> UTC</p>
          <form @submit=${(event: Event) => move('advance', { duration: textOf(event, 'duration') })}>
            <label>Duration <input name="duration" value="5 minutes" required /></label>
            <button>Advance</button>
          </form>
          ${button('Next thing due', () => move('next'), { isDisabled: pending.length === 0 })}
          <form @submit=${(event: Event) => move('advance-to', { instant: textOf(event, 'instant') })}>
            <label>Instant <input name="instant" placeholder="2026-02-01T00:00:00Z" required /></label>
            <button>Run until</button>
          </form>
        </div>
        <div class="bar" role="group" aria-label="Move on by">
          ${Object.entries(CLOCK_STEPS).map(([name, duration]) => button(name, () => move('advance', { duration })))}
          ${button('Month end', () => move('advance-to', { instant: monthEnd(now) }))}
          <button type="button" ?hidden=${!goesBack} ?disabled=${!lastMove}
            @click=${() => goBackTo(context, { before: lastMove ?? 0 })}>
            Undo the last move</button>
          <span class="count">${kind} clock</span>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label="Scheduled">
          ${dueTable('Clock', due.slice(0, PENDING_AT_MOST), types, { move, go, nameOf: naming.of })}
          ${due.length === 0 ? html`<p class="empty">${range.current ? NOTHING_THEN : NOTHING}</p>` : ''}
          ${more > 0 ? html`<p class="quiet">and ${more} more</p>` : ''}
          ${moves(
            `What the clock did${range.current ? ' then' : ''}`,
            range.of(lines).filter(isOfClock),
            undone(lines),
            go,
          )}
        </div>`
    },
  }
}

/** Moves of the clock and its own work, the latest first. */
function moves(
  title: string,
  lines: readonly Line[],
  isUndone: (sequence: number) => boolean,
  go: Go,
): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing
  const shown = lines.slice(-MOVES_AT_MOST).reverse()
  // Moves of the clock have no reason, only its work has.
  const hasReasons = shown.some(({ why }) => why !== '')
  const rows = shown.map(({ entry: { at, sequence }, path, why }) => [
    link(`#${sequence}`, () => go('Timeline', { entry: sequence })),
    instantText(at),
    isUndone(sequence) ? html`<span class="quiet undone">${path}</span> <em class="quiet">undone</em>` : path,
    ...(hasReasons ? [why] : []),
  ])
  const columns = ['Entry', 'From', 'What', ...(hasReasons ? ['Reason'] : [])]
  return html`<h3>${title}</h3>
    ${dataTable(title, columns, rows, { isMultiline: true, isBlockWhenNarrow: true })}
    ${lines.length > rows.length ? html`<p class="quiet">and ${lines.length - rows.length} earlier</p>` : nothing}`
}

/** The last entry that moved the world in time; nothing once it was undone. */
function lastMoveIn(lines: readonly Line[]): number | undefined {
  const last = lines.filter(({ entry }) => entry.kind === 'clock').at(-1)?.entry
  return last?.move === 'advance' ? last.sequence : undefined
}
