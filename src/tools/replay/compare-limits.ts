import { getOrCreateList } from '../../kernel/get-or-create-list'
import type { Call } from './call'
import type { Simulated } from './compare-answers'

/** The tolerance between two clocks: in seconds, and in tokens of a bucket. */
const TOLERANCE = 1

const COUNTING = ['x-ratelimit-remaining', 'x-ratelimit-reset'] as const

/** True if two answers show the same bucket state. Others use the bucket, too: one answer proves little. */
export function agreeOnLimits({ answer }: Call, simulated: Simulated): boolean {
  return COUNTING.every((name) => {
    const [ours, theirs] = [answer.headers.get(name), simulated.headers.get(name)]
    if (ours === undefined || theirs === undefined) return true
    const slack = name.endsWith('reset') ? TOLERANCE + 1 : TOLERANCE
    return Math.abs(Number(ours) - Number(theirs)) <= slack
  })
}

/** Rate limit headers of two answers, which change from request to request. */
export interface BucketReading {
  /** A label of the bucket, equal for all its answers. */
  readonly bucket: string
  readonly counts: readonly (readonly [recorded: number, simulated: number])[]
}

export const bucketReading = ({ answer, keyLabel }: Call, simulated: Simulated): BucketReading => ({
  bucket: `${keyLabel}|${answer.headers.get('x-ratelimit-limit')}`,
  counts: COUNTING.map((name) => [Number(answer.headers.get(name)), Number(simulated.headers.get(name))]),
})

/** True if recorded headers never change while the simulator's do, so that they describe no bucket. */
export function areStill(all: readonly BucketReading[]): boolean {
  const series = new Map<string, (readonly [number, number])[]>()
  for (const { bucket, counts } of all)
    for (const [at, pair] of counts.entries())
      if (pair.every(Number.isFinite)) getOrCreateList(series, `${bucket}|${at}`).push(pair)
  return [...series.values()].some(
    (pairs) =>
      spreadOf(pairs.map(([recorded]) => recorded)) === 0 &&
      spreadOf(pairs.map(([, simulated]) => simulated)) > TOLERANCE + 1,
  )
}

const spreadOf = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers)
