import type { Target } from '../plan/kind'
import { type KindName, kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import type { Outcome } from '../run/events'

/** An operation of the calm run, or a topic of its deliveries. */
export interface Operation {
  readonly on: string
  /** The number of distinct requests, or of deliveries. */
  readonly count: number
  /** The tries of each request before the calm last round. */
  readonly tries: readonly number[]
  readonly targets: ReadonlySet<Target>
}

/** What a calm run used, the writes first: there most is at stake. */
export function surfaceOf({ requests, exposed, deliveries, events }: Outcome): Operation[] {
  const shrinking = new Set(
    events.flatMap((event) => (event.kind === 'request' && event.hidesArchived ? event.on : [])),
  )
  const used = Object.entries(requests).map(
    ([on, tries]): Operation => ({
      on,
      count: tries.length,
      tries: exposed[on] ?? [],
      targets: targetsOf(on, shrinking.has(on)),
    }),
  )
  const heard = Object.entries(deliveries).map(
    ([on, count]): Operation => ({ on, count, tries: [], targets: new Set<Target>(['delivery']) }),
  )
  const isWrite = ({ targets }: Operation): boolean => targets.has('write')
  return [...used.filter(isWrite), ...heard, ...used.filter((operation) => !isWrite(operation))]
}

/** Whether the kind can happen to the operation. */
export const canMeet = ({ targets }: Operation, kind: KindName): boolean => targets.has(kindOf(kind).to)

function targetsOf(on: string, isShrinking: boolean): Set<Target> {
  if (!on.startsWith('GET ')) return new Set(['request', 'write'])
  if (on.endsWith('{}/')) return new Set(['request', 'read'])
  return new Set(['request', 'read', 'list', ...(isShrinking ? (['shrinking list'] as const) : [])])
}

/** The misfortune at a place of the operation. */
export const misfortuneAt = (
  { on, targets }: Pick<Operation, 'on' | 'targets'>,
  number: number,
  kind: KindName,
  attempt = 1,
): Misfortune =>
  targets.has('delivery') ? { on, delivery: number, do: kind } : { on, request: number, attempt, do: kind }

/** The first, the last and the middle one. */
export const positionsOf = (count: number): number[] => [...new Set([1, count, Math.ceil(count / 2)])]
