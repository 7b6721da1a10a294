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

/** Goes back to before an entry, or to a state by its number, and says which it was. */
export const goBackTo = (
  { attempt, controls, tell, send }: ViewContext,
  to: { readonly before: number } | { readonly state: number },
): Promise<void> =>
  attempt(async () => {
    const { after, left } = await controls.send<{ after: number; left: { id: string; name: string } }>(
      'POST',
      '/moments/restore',
      to,
    )
    const isBefore = 'before' in to && after === to.before - 1
    const place = isBefore ? `before #${to.before}` : `after #${after}`
    tell(`The world is as it was ${place}. Snapshots has what was left: ${left.name}.`, {
      name: 'Undo',
      act: () => send('POST', `/snapshots/${left.id}/restore`, `The world is as in ${left.name}.`),
    })
  })

/** Does what changes the world, and says so in the words that it returns, with the way back. */
export const undoably = (context: ViewContext, work: () => Promise<string>): Promise<void> =>
  context.attempt(async () => {
    const { controls, tell } = context
    const kept = (await controls.keepsMoments())
      ? await controls.send<{ state: number }>('POST', '/moments')
      : undefined
    const done = await work()
    tell(done, ...(kept ? [{ name: 'Undo', act: () => goBackTo(context, kept) }] : []))
  })
