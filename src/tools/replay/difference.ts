import { isSuccess } from './call'

/** Something that the service did otherwise than the simulator. */
export interface Difference {
  /** The place of the exchange among those with the service, from 0. */
  readonly exchange: number
  /** Such as `POST /public/v1/invoices/`. */
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
 * - `type`, `value`, `status`, `header`
 * - `count`: another number of entries; `order`: the same entries in another order
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

/** A difference of status, or of what an error is about, outweighs anything within a body. */
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

/** A header that the whole recording lacks. That one answer has none tells nothing about the rules of that answer. */
export const isNeverSent = (
  { kind, where }: Pick<Difference, 'kind' | 'where'>,
  recordedHeaders: ReadonlySet<string>,
): boolean => kind === 'extra' && where.startsWith(HEADER) && !recordedHeaders.has(where.slice(HEADER.length))

const HEADER = 'header '

/** A header that the whole recording lacks counts once. */
export const NEVER_SENT_COST = WEIGHTS.extra

/** The aspect that differs: another refusal or another wrong value is no nearer to the right one. */
export const aspectOf = ({ kind, where, simulated }: Difference): string =>
  kind === 'status' && !isSuccess(Number(simulated)) ? 'refusal' : where

/** The cost of an exchange's differences. Two different successes are nearer than a success and a refusal. */
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
