import { isFailedRequest } from './attention'
import type { Line, LinkTarget } from './entries'
import type { FilterField } from './filter-field'
import { incremental, memoizeLast } from './incremental'
import type { ChosenRange } from './time-range'
import { daysOf, type FoldedLine, folded } from './timeline-row'
import { triesOf } from './tries'
import { keptLines, undoneByRewinds } from './undone'

export type TimelineState = ReturnType<typeof timelineState>

/**
 * The rows of the timeline, and what its user has chosen among them. With 100,000 entries a step of scrolling counts
 * nothing again.
 */
export function timelineState(
  filter: Pick<FilterField, 'matches' | 'set'>,
  range: Pick<ChosenRange, 'current' | 'of' | 'choose'>,
) {
  const unfolded = new Set<number>()
  const undone = undoneByRewinds()
  const keptIn = keptLines(undone)
  const triesIn = triesOf()
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
  const entryOf = memoizeLast((all: readonly Line[], sequence: number | undefined) =>
    all.find(({ entry }) => entry.sequence === sequence),
  )
  const rowsOf = memoizeLast((found: readonly Line[], _unfolded: number, details: number | undefined) =>
    folded(found, ({ entry: { sequence } }) => sequence === details || unfolded.has(sequence)),
  )
  const daysIn = memoizeLast(daysOf)

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
    then: (): readonly Line[] => within(state.lines, range.current),
    matching: (): readonly Line[] => matcher(filter.matches)(state.then()),
    look() {
      const found = state.matching()
      const rows: readonly FoldedLine[] = state.isFolding
        ? rowsOf(found, unfolded.size, state.details)
        : found
      return {
        found,
        rows,
        heads: daysIn(rows),
        kept: keptIn(found, state.lines),
        tries: triesIn(state.lines),
        isUndone: undone(state.lines),
        /** Rows name keys only if there are several. */
        hasKeys: keysIn(state.lines) > 1,
        /** An entry that the filter hides has no details beside the rows that it shows. */
        shown: entryOf(found, state.details),
      }
    },
    /** Entries that were dropped, or that another simulator made, are selected no more. */
    read(found: readonly Line[]): void {
      if (found !== state.lines && state.selected.size > 0) {
        const known = new Set(found.map(({ entry }) => entry.sequence))
        for (const one of state.selected) if (!known.has(one)) state.selected.delete(one)
      }
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
      else if (state.matching().every((one) => one.entry.sequence !== entry)) {
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
