import { grouped } from './amounts'
import type { Line } from './entries'
import { fitting, incremental, memoizeLast } from './incremental'
import type { ToastAction } from './toast'
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

/** Tells of each entry whether a restore has undone it: by the same function until the next restore. */
export const undoneByRewinds = () => {
  const testOf = memoizeLast((restores: readonly Restore[], _count: number) => {
    const ranges = undoneRanges(restores)
    return (sequence: number): boolean => ranges.some(([from, to]) => sequence >= from && sequence <= to)
  })
  return incremental(
    (): Restore[] => [],
    (restores, { entry: { move, after, sequence } }) => {
      if (move === 'restore' && typeof after === 'number') restores.push([sequence, after])
    },
    (restores) => testOf(restores, restores.length),
  )
}

/** The lines that no restore has undone: the same list if there are no others. */
export const keptLines = (undone = undoneByRewinds()) => {
  const keptBy = memoizeLast((isUndone: (sequence: number) => boolean) =>
    fitting(({ entry }) => !isUndone(entry.sequence)),
  )
  return (lines: readonly Line[], all: readonly Line[] = lines): readonly Line[] => keptBy(undone(all))(lines)
}

const latestEntry = async ({ timeline }: ViewContext): Promise<number> => {
  await timeline.lines()
  return timeline.latest
}

/**
 * Goes back to before an entry, or to a state by its number, and says which it was.
 * @param own the last entry of the action that is undone; more may have come since
 */
export const goBackTo = (
  context: ViewContext,
  to: { readonly before: number } | { readonly state: number },
  own = Number.POSITIVE_INFINITY,
): Promise<void> =>
  context.attempt(async () => {
    const { controls, tell, send } = context
    const more = (await latestEntry(context)) - own
    const { after, left } = await controls.send<{ after: number; left: { id: string; name: string } }>(
      'POST',
      '/moments/restore',
      to,
    )
    const isBefore = 'before' in to && after === to.before - 1
    const place = isBefore ? `before #${to.before}` : `after #${after}`
    const others = more > 0 ? ` Later entries that were undone, too: ${grouped(more)}.` : ''
    tell(`The world is as it was ${place}.${others} Snapshots has what was left: ${left.name}.`, {
      name: 'Undo',
      act: () => send('POST', `/snapshots/${left.id}/restore`, `The world is as in ${left.name}.`),
    })
  })

/**
 * Does what changes the world, and says so in the words that it returns, with the way back if anything changed.
 * @param undo the way back, where it is no restore; false if there is none
 */
export const undoably = (
  context: ViewContext,
  work: () => Promise<string | undefined>,
  undo?: false | (() => unknown),
): Promise<void> =>
  context.attempt(async () => {
    const { controls, tell, refuse } = context
    const kept =
      undo === undefined && (await controls.keepsMoments())
        ? await controls.send<{ state: number }>('POST', '/moments')
        : undefined
    const revision = async () => (await controls.get<{ revision: number }>('/changes')).revision
    const before = await revision()
    const wayBack = async (): Promise<readonly ToastAction[]> => {
      if ((await revision()) === before) return []
      const own = await latestEntry(context)
      const act = kept ? () => goBackTo(context, kept, own) : undo
      return act ? [{ name: 'Undo', act }] : []
    }
    let done: string | undefined
    try {
      done = await work()
    } catch (error) {
      // A part of it may have been done.
      const actions = await wayBack()
      if (actions.length === 0) throw error
      return refuse((error as Error).message, ...actions)
    }
    if (done !== undefined) tell(done, ...(await wayBack()))
  })

interface Opposite {
  readonly holds: boolean
  readonly back: string
  readonly done: string
}

/** Calls that another call takes back. Faults are armed again one by one. */
const OPPOSITES: Readonly<Record<string, Opposite | undefined>> = {
  '/webhooks/hold': { holds: true, back: '/webhooks/release', done: 'Held deliveries go out again.' },
  '/webhooks/release': { holds: false, back: '/webhooks/hold', done: 'From here on nothing is sent.' },
  '/faults': undefined,
}

export const sendUndoably =
  (context: ViewContext): ViewContext['send'] =>
  (method, path, done, body) => {
    const opposite = OPPOSITES[path]
    return undoably(
      context,
      async () => {
        const { controls } = context
        const state = opposite && (await controls.get<{ held: boolean }>('/webhooks'))
        // Held twice is released once.
        if (!state || state.held !== opposite.holds) await controls.send(method, path, body)
        return done
      },
      path in OPPOSITES
        ? opposite !== undefined && (() => context.send('POST', opposite.back, opposite.done))
        : undefined,
    )
  }
