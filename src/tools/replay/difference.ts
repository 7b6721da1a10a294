import { isSuccess } from './call'

/** A difference between the service's and the simulator's answer. */
export interface Difference {
  /** The index of the exchange among those with the service. */
  readonly exchange: number
  /** The operation, such as `POST /public/v1/invoices/`. */
  readonly call: string
  /** `status`, `header retry-after`, or a path in the body such as `items[].rate`. */
  readonly where: string
  /** The kind of the difference. */
  readonly kind: DifferenceKind
  /** The service's value; undefined if it sent nothing there. */
  readonly recorded: unknown
  /** The simulator's value; undefined if it sent nothing there. */
  readonly simulated: unknown
  /** The section of docs/service.md that the simulator followed. */
  readonly section: string
}

/**
 * - `missing`, `extra`: a member or header that only the service sent, or only the simulator
 * - `type`, `value`, `status`, `header`: different contents
 * - `count`: different numbers of entries; `order`: the same entries in another order
 */
export type DifferenceKind = 'status' | 'header' | 'missing' | 'extra' | 'type' | 'value' | 'count' | 'order'

/** A difference before its exchange is known. */
export type FoundDifference = Pick<Difference, 'where' | 'kind' | 'recorded' | 'simulated'> &
  Partial<Pick<Difference, 'section'>>

export type ReportDifference = (
  kind: DifferenceKind,
  where: string,
  recorded: unknown,
  simulated: unknown,
) => void

/** The weight of a different status or of different errors, above any sum of differences within a body. */
const WHOLE_ANSWER = 100
const BODY_AT_MOST = 50
const WEIGHTS: Readonly<Record<DifferenceKind, number>> = {
  status: WHOLE_ANSWER,
  header: 1,
  missing: 3,
  extra: 3,
  type: 3,
  value: 1,
  count: 3,
  order: 1,
}

/** True for a header that no recorded answer has. A header missing from single answers still counts. */
export const isNeverSent = (
  { kind, where }: Pick<Difference, 'kind' | 'where'>,
  recordedHeaders: ReadonlySet<string>,
): boolean => kind === 'extra' && where.startsWith(HEADER) && !recordedHeaders.has(where.slice(HEADER.length))

const HEADER = 'header '

/** The cost of a header that the whole recording lacks, counted once. */
export const NEVER_SENT_COST = WEIGHTS.extra

/** The aspect that differs, without values: a second wrong refusal or value is no improvement. */
export const aspectOf = ({ kind, where, simulated }: Difference): string =>
  kind === 'status' && !isSuccess(Number(simulated)) ? 'refusal' : where

/** The cost of an exchange's differences. Two different successes cost less than a success and a refusal. */
export function costOf(
  differences: readonly Pick<Difference, 'kind' | 'where' | 'recorded' | 'simulated'>[],
): number {
  const isRefused = ({ kind, recorded, simulated }: (typeof differences)[number]): boolean =>
    kind === 'status' && ![recorded, simulated].every((one) => isSuccess(Number(one)))
  if (differences.some((one) => isRefused(one) || one.where === 'errors')) return WHOLE_ANSWER
  const isOther = differences.some(
    ({ kind, where }) => kind === 'status' || (kind === 'type' && where === 'body'),
  )
  const parts = differences.reduce((sum, { kind }) => sum + (kind === 'status' ? 0 : WEIGHTS[kind]), 0)
  return (isOther ? BODY_AT_MOST : 0) + Math.min(BODY_AT_MOST - 1, parts)
}
