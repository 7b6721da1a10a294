import type { PlainRequest } from '../../../events/traffic/plain-request'
import { addDuration, parseDuration } from '../../../kernel/duration'
import { formatInstant } from '../../../kernel/instant'
import { jsonCopy } from '../../../kernel/json-copy'
import { memberNames } from '../../../kernel/member-names'
import type { Store, Table } from '../../../kernel/store'
import { as, type RowIn, worldTable } from '../../../kernel/table-shape'
import type { FaultSide } from './fault-kind'
import type { FaultEffect } from './fault-kinds'
import type { Fault, FaultOptions, RecordCondition } from './fault-options'
import type { RequestCount } from './request-counts'

/** Parts of a fault that cannot be rows, such as functions. Stored beside the rows under the same id. */
export interface HostPart {
  readonly on?: (request: PlainRequest) => boolean
  readonly when?: () => boolean
  /** A read-only copy of the world at the time of the injection. */
  readonly past?: Store
}

export const FAULTS = worldTable('faults', {
  id: 'count',
  side: as<FaultSide>()('text'),
  /** Null: everything, or decided by a predicate. */
  on: 'text?',
  when: as<RecordCondition | null>()('object?'),
  host: as<readonly (keyof HostPart)[]>()('list'),
  skip: 'count',
  /** Null: any. */
  request: 'count?',
  attempt: 'count?',
  /** Null: no maximum. */
  times: 'count?',
  probability: 'number?',
  armedAt: 'instant',
  from: 'instant',
  until: 'instant?',
  effect: as<FaultEffect>()('object'),
  skipped: 'count',
  hits: 'count',
  /** False once used up or cleared. */
  armed: 'flag',
  cleared: 'flag',
})
export type FaultRow = RowIn<typeof FAULTS>

/** The row of a fault that was checked and has not hit yet. */
export function faultRow(
  id: number,
  side: FaultSide,
  options: FaultOptions,
  hostPart: HostPart,
  now: number,
): FaultRow {
  const { on, when, skip = 0, probability = null, request = null, attempt = null, after, during } = options
  const times = options.times ?? (probability === null && during === undefined ? 1 : Number.POSITIVE_INFINITY)
  const from = after === undefined ? now : addDuration(now, parseDuration(after))
  return {
    id,
    side,
    on: typeof on === 'string' ? on : null,
    when: typeof when === 'object' ? { ...when } : null,
    host: memberNames(hostPart),
    skip,
    request,
    attempt,
    times: times === Number.POSITIVE_INFINITY ? null : times,
    probability,
    armedAt: now,
    from,
    until: during === undefined ? null : addDuration(from, parseDuration(during)),
    effect: jsonCopy(options.then),
    skipped: 0,
    hits: 0,
    armed: true,
    cleared: false,
  }
}

/** The members of a fault that never change. */
export type FaultFacts = Omit<Fault, 'hits' | 'remaining' | 'disarm'>

export function constantsOf(row: FaultRow): FaultFacts {
  const { id, skip, request, attempt, times, probability, when } = row
  const everything = row.side === 'deliveries' ? 'every delivery' : 'every request'
  return {
    id,
    on: row.on ?? (row.host.includes('on') ? 'a predicate' : everything),
    effect: row.effect,
    selection: { skip, request, attempt, times, probability, when },
    from: formatInstant(row.from),
    until: row.until === null ? null : formatInstant(row.until),
  }
}

export const faultsIn = (store: Store): Table<FaultRow> => store.worldTable(FAULTS)

export const REASONS: Readonly<Record<keyof HostPart, string>> = {
  on: 'has a predicate',
  when: 'has a predicate',
  past: 'answers from the past',
}

/** A request or delivery, as the faults see it. */
export interface FaultCandidate {
  readonly side: FaultSide
  readonly organization: () => string | undefined
  readonly selects: (row: FaultRow) => boolean
  readonly canShow: (row: FaultRow) => boolean
  /** Tells whether it would show, where only the answer tells. */
  readonly shows?: (hit: FaultHit) => boolean
  readonly count?: (row: FaultRow) => RequestCount
}

/** A fault that hits the current request or delivery. */
export interface FaultHit {
  readonly id: number
  readonly effect: FaultEffect
  /** Milliseconds since 1970. */
  readonly armedAt: number
  readonly past?: Store | undefined
}

/** The name under which the requests of a fault are counted. */
export const watcherOf = (fault: number | string): string => `fault ${fault}`

export const isDue = ({ from, until }: FaultRow, now: number): boolean =>
  now >= from && (until === null || now < until)

export const namesRequest = ({ request, attempt }: FaultRow): boolean => request !== null || attempt !== null

export const isNamedRequest = (row: FaultRow, counted: RequestCount | undefined): boolean =>
  counted !== undefined &&
  (row.request ?? counted.request) === counted.request &&
  (row.attempt ?? counted.attempt) === counted.attempt
