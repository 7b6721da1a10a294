import { isFailedRequest } from './attention'
import type { Line, LinkTarget } from './entries'
import type { FilterField } from './filter-field'
import { fieldCounts } from './filter-terms'
import { fitting, incremental, memoizeLast } from './incremental'
import type { ChosenRange } from './time-range'
import { type FoldedLine, folding } from './timeline-row'
import { entryIn, placeIn } from './timeline-source'
import { triesOf } from './tries'
import { keptLines, undoneByRewinds } from './undone'
import { dayText } from './widgets'

export type TimelineState = ReturnType<typeof timelineState>

/**
 * The rows of the timeline, and what its user has chosen among them. With 100,000 entries a step of scrolling counts
 * nothing again.
 */
export function timelineState(
  filter: Pick<FilterField, 'matches' | 'set'>,
  range: Pick<ChosenRange, 'of' | 'choose'>,
) {
  const unfolded = new Set<number>()
  const undone = undoneByRewinds()
  const keptIn = keptLines(undone)
  const triesIn = triesOf()
  const keysIn = fieldCounts('key')
  const matcher = memoizeLast((wanted: FilterField['matches']) => fitting(({ entry }) => wanted(entry)))
  const rowsOf = memoizeLast((_unfolded: number, details: number | undefined) =>
    folding(({ entry: { sequence } }) => sequence === details || unfolded.has(sequence)),
  )
  const daysIn = incremental(
    (): Line[] => [],
    (days, line) => {
      if (days.at(-1)?.entry.at.slice(0, 10) !== line.entry.at.slice(0, 10)) days.push(line)
    },
    (days) => days,
  )
  // No row holds lines of two days.
  const headsOf = memoizeLast((rows: readonly FoldedLine[], found: readonly Line[]) =>
    daysIn(found).map(({ entry: { at, sequence } }) => ({
      at: placeIn(rows, sequence),
      text: dayText(at, ''),
    })),
  )

  const state = {
    lines: [] as readonly Line[],
    selected: new Set<number>(),
    /** The entry whose details are asked for. */
    details: undefined as number | undefined,
    isPaused: false,
    isFolding: true,
    isWaterfall: false,
    unfolded,
    /** The entries of the chosen time. */
    then: (): readonly Line[] => range.of(state.lines),
    matching: (): readonly Line[] => matcher(filter.matches)(state.then()),
    look() {
      const found = state.matching()
      const rows: readonly FoldedLine[] = state.isFolding
        ? rowsOf(unfolded.size, state.details)(found)
        : found
      return {
        found,
        rows,
        heads: headsOf(rows, found),
        kept: keptIn(found, state.lines),
        tries: triesIn(state.lines),
        isUndone: undone(state.lines),
        /** Rows name keys only if there are several. */
        hasKeys: keysIn(state.lines).length > 1,
        /** An entry that the filter hides has no details beside the rows that it shows. */
        shown: entryIn(found, state.details),
      }
    },
    /** Entries that were dropped, or that another simulator made, are selected no more. */
    read(found: readonly Line[]): void {
      if (found === state.lines) return
      for (const one of state.selected) if (!entryIn(found, one)) state.selected.delete(one)
      state.lines = found
    },
    select(rows: readonly FoldedLine[], how: 'only' | 'also' | 'toggle'): void {
      if (how === 'only') state.selected.clear()
      for (const { entry } of rows.flatMap((row) => row.repeats ?? [row]))
        if (how !== 'toggle' || !state.selected.delete(entry.sequence)) state.selected.add(entry.sequence)
    },
    reveal({ entry, filter: wanted }: LinkTarget): void {
      state.details = entry
      state.isPaused = false
      // A copied test is about the entry that is shown.
      if (state.selected.size === 1 && entry !== undefined) {
        state.selected.clear()
        state.selected.add(entry)
      }
      if (wanted !== undefined) filter.set(wanted)
      else if (!entryIn(state.matching(), entry)) {
        filter.set('')
        range.choose(undefined)
      }
    },
    errorBeside(direction: 'next' | 'previous'): number | undefined {
      const errors = state.matching().flatMap((line) => (isFailedRequest(line) ? line.entry.sequence : []))
      const { details } = state
      if (direction === 'next') return errors.find((one) => one > (details ?? 0))
      return errors.filter((one) => one < (details ?? Number.POSITIVE_INFINITY)).at(-1)
    },
    /** Chooses a part of the time for who has no pointer to drag over the ruler. */
    onlyTheirTime(): void {
      const [first, ...others] = state.lines.filter(({ entry }) => state.selected.has(entry.sequence))
      if (first) range.choose({ from: first.entry.at, to: others.at(-1)?.entry.at ?? first.entry.at })
    },
  }
  return state
}
