import { incremental } from './incremental'
import type { ViewContext } from './view'

/** A restore: its entry, and the last entry before the state that it went to. */
type Restore = readonly [sequence: number, after: number]

/** The entries from and to which were undone: those that no way back from the latest entry passes. */
export function undoneRanges(restores: readonly Restore[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = []
  let cursor = Number.POSITIVE_INFINITY
  for (const [sequence, after] of [...restores].reverse()) {
    // It was undone itself.
    if (sequence > cursor) continue
    ranges.push([after + 1, sequence - 1])
    cursor = after
  }
  return ranges
}

/** Tells of each entry whether a restore has undone it. */
export const undoneByRewinds = () =>
  incremental(
    (): Restore[] => [],
    (restores, { entry: { move, after, sequence } }) => {
      if (move === 'restore' && typeof after === 'number') restores.push([sequence, after])
    },
    (restores) => {
      const ranges = undoneRanges(restores)
      return (sequence: number): boolean => ranges.some(([from, to]) => sequence >= from && sequence <= to)
    },
  )

/** Goes back to before an entry, or to the oldest state that is kept, and says which it was. */
export const goBefore = ({ attempt, controls, tell }: ViewContext, sequence: number): Promise<void> =>
  attempt(async () => {
    const { after, left } = await controls.send<{ after: number; left: { name: string } }>(
      'POST',
      '/moments/restore',
      { before: sequence },
    )
    const place = after === sequence - 1 ? `before #${sequence}` : `after #${after}`
    tell(`The world is as it was ${place}. Snapshots has what was left: ${left.name}.`)
  })
