import { isRead, operationParts } from '../../../kernel/operation-text'
import type { MisfortuneTarget } from '../plan/kind'
import { type KindName, kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import type { HitPlace, PlanOutcome, RequestEvent, TrialEvent } from '../run/events'

/** An operation of the calm run, a topic of its deliveries, or a file that it wrote. */
export interface Operation {
  readonly on: string
  /** The number of distinct requests, of deliveries, or of writes. */
  readonly count: number
  /** The tries of each request before the calm last round. */
  readonly tries: readonly number[]
  readonly targets: ReadonlySet<MisfortuneTarget>
  /** The requests that read a list, with its filters, of which further pages were read. */
  readonly paged: readonly number[]
  /** The requests that misfortunes of pages can happen to. Undefined: all. */
  readonly pages?: readonly number[] | undefined
  /** It changes a record, and such records were read before, by themselves or in a list. */
  readonly isReadBefore: boolean
  /** The number of the first request that arrived at one instant with others. */
  readonly together: number | undefined
}

/** The operations that a calm run used, the writes first: there most is at stake. */
export function operationsOf(outcome: PlanOutcome): Operation[] {
  const { requests, hittableTries, deliveries, writes, events, isReal, hasStrangers = false } = outcome
  const sent = events.filter((event) => event.kind === 'request')
  const used = Object.entries(requests).map(([on, tries]): Operation => {
    const own = sent.filter((event) => event.on === on)
    const lists = pagedLists(on, own)
    const paged = [...new Set(own.filter((event) => lists.has(listOf(event))).map(({ request }) => request))]
    const isShrinking = own.some(({ hidesArchived }) => hidesArchived)
    return {
      on,
      count: tries.length,
      tries: hittableTries[on] ?? [],
      targets: targetsOf(on, paged.length > 0 || hasStrangers, isShrinking, own.some(isTimed)),
      paged,
      pages: hasStrangers ? undefined : paged,
      isReadBefore: sent.slice(0, sent.indexOf(own[0] as RequestEvent)).some((event) => isReadFor(on, event)),
      together: isReal
        ? undefined
        : own.find((event) => sent.some((other) => other !== event && other.at === event.at))?.request,
    }
  })
  const topics = Object.entries(deliveries).map(([on, count]): Operation => ({ ...DELIVERY, on, count }))
  const files = Object.entries(writes).map(([on, count]): Operation => ({ ...FILE, on, count }))
  const isWrite = ({ targets }: Operation): boolean => targets.has('write')
  return [...used.filter(isWrite), ...topics, ...used.filter((operation) => !isWrite(operation)), ...files]
}

/** 'GET /public/v1/invoices/{}/' for 'PUT /public/v1/invoices/{}/', or the list. */
function isReadFor(on: string, { on: other }: RequestEvent): boolean {
  const { method, path } = operationParts(on)
  const read = method === 'PUT' && on.endsWith('{}/') ? `GET ${path}` : undefined
  return other === read || other === read?.slice(0, -'{}/'.length)
}

const DELIVERY = {
  tries: [],
  targets: new Set<MisfortuneTarget>(['delivery']),
  paged: [],
  isReadBefore: false,
  together: undefined,
}

const FILE = { ...DELIVERY, targets: new Set<MisfortuneTarget>(['disk']) }

/** The operation at one exchange or write of a run. */
export function operationAt(
  place: HitPlace,
  { events, hasStrangers }: PlanOutcome,
): Pick<Operation, 'on' | 'targets'> {
  const { kind, on } = place
  if (kind !== 'request') return { ...(kind === 'write' ? FILE : DELIVERY), on }
  const isPaged = hasStrangers || pagedLists(on, events).has(listOf(place))
  return { on, targets: targetsOf(on, isPaged, place.hidesArchived, isTimed(place)) }
}

/** The lists, each with its filters, of which further pages were read. */
const pagedLists = (on: string, events: readonly TrialEvent[]): ReadonlySet<string> =>
  new Set(
    events.flatMap((event) =>
      event.kind === 'request' && event.on === on && event.isLaterPage ? [listOf(event)] : [],
    ),
  )

/** The path and its filters, in any order, without the page. */
function listOf({ path }: RequestEvent): string {
  const { pathname, searchParams: filters } = new URL(path, 'https://list.invalid')
  filters.delete('offset')
  filters.delete('limit')
  filters.sort()
  return `${pathname}?${filters}`
}

export const canMeet = ({ targets }: Pick<Operation, 'targets'>, kind: KindName): boolean =>
  targets.has(kindOf(kind).to)

/** The requests of the operation that the kind can happen to, if it can happen to it. */
export const numbersFor = ({ count, pages }: Operation, kind: KindName): readonly number[] =>
  pages && /pages$/.test(kindOf(kind).to) ? pages : Array.from({ length: count }, (_, at) => at + 1)

const isTimed = ({ timeoutAt }: RequestEvent): boolean => timeoutAt !== undefined

function targetsOf(
  on: string,
  isPaged: boolean,
  isShrinking: boolean,
  isTimed: boolean,
): Set<MisfortuneTarget> {
  const record = on.endsWith('{}/') ? (['record'] as const) : []
  const all = ['request', ...(isTimed ? (['timed request'] as const) : []), ...record] as const
  if (!isRead(on)) return new Set([...all, 'write'])
  if (record.length > 0) return new Set([...all, 'read'])
  const lists = [...(['list'] as const), ...(isPaged ? (['pages'] as const) : [])]
  return new Set([
    ...all,
    'read',
    ...lists,
    ...(isShrinking ? lists.map((one) => `shrinking ${one}` as const) : []),
  ])
}

export const misfortuneAt = (
  { on, targets }: Pick<Operation, 'on' | 'targets'>,
  number: number,
  kind: KindName,
  attempt = 1,
): Misfortune =>
  targets.has('delivery')
    ? { on, delivery: number, do: kind }
    : targets.has('disk')
      ? { on, write: number, do: kind }
      : { on, request: number, attempt, do: kind }

/** The first, the last and the middle one. */
export const positionsOf = (count: number): number[] => [...new Set([1, count, Math.ceil(count / 2)])]
