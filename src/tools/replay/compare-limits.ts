import type { Call } from './call'
import type { Simulated } from './compare-answers'

/** Seconds, and tokens, by which two clocks may differ. */
const TOLERANCE = 1

/**
 * Whether the rate-limit headers of two answers tell of the same bucket in the same state. Other users of the key
 * spend its tokens too, so a single disagreement proves nothing.
 */
export function agreeOnLimits({ answer }: Call, simulated: Simulated): boolean {
  return ['x-ratelimit-remaining', 'x-ratelimit-reset'].every((name) => {
    const [ours, theirs] = [answer.headers.get(name), simulated.headers.get(name)]
    if (ours === undefined || theirs === undefined) return true
    const slack = name.endsWith('reset') ? TOLERANCE + 1 : TOLERANCE
    return Math.abs(Number(ours) - Number(theirs)) <= slack
  })
}
